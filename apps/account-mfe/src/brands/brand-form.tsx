import { saveBrand, type Brand } from '@fareline/contracts';
import { ResponseError, call, getServerMessage } from '@fareline/contracts/client';
import { brandInputSchema } from '@fareline/contracts/schemas';
import { Button, Card, toast } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, type FieldPath } from 'react-hook-form';
import { useConfirmPassword } from '../confirm-password/use-confirm-password.tsx';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { isSignedOut } from '../login/is-signed-out.ts';
import { SignInAgain } from '../login/sign-in-again.tsx';
import { brandSections } from './brand-fields.ts';
import { BrandInput } from './brand-input.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { brandsQueryOptions } from './brand-queries.ts';

interface BrandFormProps {
  brand: Brand;
  isNew: boolean;
  onSaved: (id: string) => void;
}

/** Form for all values of one brand, with errors beside the fields and a live preview. (ADMIN-16) */
export function BrandForm({ brand, isNew, onSaved }: BrandFormProps) {
  const queryClient = useQueryClient();
  const { withPassword, dialog } = useConfirmPassword();
  const form = useForm({
    defaultValues: brand,
    resolver: schemaResolver(brandInputSchema),
  });
  const save = useMutation({
    mutationFn: (values: Brand) =>
      withPassword(() => call(saveBrand, { params: { brand: values.id }, body: values })),
    onSuccess: async (saved) => {
      toast({ title: 'Brand saved', description: `${saved.name} is updated for its next visitors.` });
      await queryClient.invalidateQueries({ queryKey: brandsQueryOptions.queryKey });
      form.reset(saved);
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
          {hasErrors && (
            <Alert variant="destructive">Some values are not valid. The reason is beside each.</Alert>
          )}
          {save.isError && (
            <Alert variant="destructive" title="Not saved">
              {isSignedOut(save.error) ? (
                <SignInAgain />
              ) : (
                (getServerMessage(save.error) ?? 'Nothing answered. Please try again.')
              )}
            </Alert>
          )}
          <Button type="submit" size="large" block loading={save.isPending}>
            Save brand
          </Button>
        </aside>
      </form>
      {dialog}
    </FormProvider>
  );
}
