import { saveBrand, type Brand } from '@fareline/contracts';
import { ResponseError, StatedError, call } from '@fareline/contracts/client';
import { brandInputSchema } from '@fareline/contracts/schemas';
import { Button, Card, toast } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm, type FieldPath } from 'react-hook-form';
import { useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { NotDone } from '../forms/not-done.tsx';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { applyBrandDraft, forgetBrandDraft, rebaseBrand, saveBrandDraft } from './brand-draft.ts';
import { brandSections } from './brand-fields.ts';
import { BrandInput } from './brand-input.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { brandsQueryOptions } from './brand-queries.ts';

const idTaken = 'There is a brand with this id. Choose it above to change it.';

interface BrandFormProps {
  brand: Brand;
  isNew: boolean;
  onSaved: (id: string) => void;
  /** Shows the saved values again. */
  onDiscard: () => void;
}

/** Form for all values of one brand, with errors beside the fields and a live preview. (ADMIN-16) */
export function BrandForm({ brand, isNew, onSaved, onDiscard }: BrandFormProps) {
  const queryClient = useQueryClient();
  const { withConfirmation, dialog } = useConfirmation();
  // What the form was opened with; a colleague may save meanwhile, which the list then shows.
  const [base, setBase] = useState(brand);
  const [draft] = useState(() => applyBrandDraft(brand));
  const form = useForm({
    defaultValues: draft.values,
    resolver: schemaResolver(brandInputSchema),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveBrandDraft(base, values),
      }),
    [subscribe, base],
  );
  const save = useMutation({
    mutationFn: async (values: Brand) => {
      const brands = await queryClient.fetchQuery({ ...brandsQueryOptions, staleTime: 0 });
      if (isNew && brands.some(({ id }) => id === values.id)) throw new StatedError(idTaken);
      const newest = brands.find(({ id }) => id === base.id);
      const body = newest ? rebaseBrand(newest, base, values) : values;
      return withConfirmation(() => call(saveBrand, { params: { brand: body.id }, body }));
    },
    onSuccess: async (saved) => {
      toast({ title: 'Brand saved', description: `${saved.name} is updated for its next visitors.` });
      await queryClient.invalidateQueries({ queryKey: brandsQueryOptions.queryKey });
      form.reset(saved);
      setBase(saved);
      forgetBrandDraft(base);
      onSaved(saved.id);
    },
    onError: (failure) => {
      const fields = failure instanceof ResponseError ? (failure.body?.fields ?? []) : [];
      for (const { path, message } of fields) form.setError(path as FieldPath<Brand>, { message });
      // A list is one field, whichever of its entries is refused.
      const [first] = fields;
      if (first) form.setFocus(first.path.replace(/\.\d+$/, '') as FieldPath<Brand>);
    },
  });
  const hasErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
      >
        <div className="grid gap-6">
          {brandSections.map((section) => (
            <Card key={section.title} asChild className="p-5">
              <fieldset>
                <legend className="section-heading float-left mb-3 w-full">{section.title}</legend>
                {section.text && <p className="caption-text clear-both mb-3">{section.text}</p>}
                <div className="clear-both grid gap-4 sm:grid-cols-2">
                  {section.fields.map((field) => (
                    <BrandInput key={field.name} field={field} readOnly={field.name === 'id' && !isNew} />
                  ))}
                </div>
              </fieldset>
            </Card>
          ))}
        </div>
        <aside
          className="grid gap-4 lg:sticky lg:top-[calc(var(--header-height,4.5rem)+1.5rem)]"
          aria-label="Preview and save"
        >
          <BrandPreview />
          {draft.isChanged && !save.isSuccess && (
            <Alert
              title="Not saved yet"
              action={
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => {
                    forgetBrandDraft(brand);
                    onDiscard();
                  }}
                >
                  Discard
                </Button>
              }
            >
              What you changed before is here again.
            </Alert>
          )}
          {hasErrors && (
            <Alert variant="destructive">Some values are not valid. The reason is beside each.</Alert>
          )}
          <NotDone title="Not saved" failure={save.error} />
          <Button type="submit" size="large" block loading={save.isPending}>
            Save brand
          </Button>
        </aside>
      </form>
      {dialog}
    </FormProvider>
  );
}
