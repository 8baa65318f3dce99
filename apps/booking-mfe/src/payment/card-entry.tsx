import type { CardDetails, CardForm as CardFormKind } from '@fareline/contracts';
import { Button, ErrorState, Skeleton } from '@fareline/ui-theme';
import { lazy, Suspense, type Ref } from 'react';
import type { Control } from 'react-hook-form';
import { CardForm } from './card-form.tsx';
import type { ElementHandle } from './element-form.tsx';

/** Loaded with the provider's libraries only where its form is used. */
const ElementForm = lazy(async () => ({ default: (await import('./element-form.tsx')).ElementForm }));

interface CardEntryProps {
  /** The query of the form's kind. */
  form: { data: CardFormKind | undefined; error: unknown; refetch: () => unknown };
  control: Control<CardDetails>;
  disabled: boolean;
  element: Ref<ElementHandle>;
  /** Another number clears the provider's form. */
  elementKey: number;
  isSent: boolean;
  /** The name of the button that pays. */
  button: string;
  currency: string;
  email?: string | undefined;
}

/** The card form of the mode: our own fields, or that of the card provider, which never gives way to the other. (ELEMENT-01) */
export function CardEntry(props: CardEntryProps) {
  const { form, control, disabled, element, elementKey, isSent, button, currency, email } = props;
  if (form.data?.kind === 'fields') return <CardForm control={control} disabled={disabled} />;
  if (form.data)
    return (
      <Suspense fallback={<Skeleton className="h-56 w-full" />}>
        <ElementForm
          key={elementKey}
          ref={element}
          settings={form.data}
          {...{ isSent, button, currency, email }}
        />
      </Suspense>
    );
  if (form.error)
    return (
      <ErrorState
        level={2}
        title="The card form could not be loaded"
        text="Nothing was charged. Please try again."
        action={<Button onClick={() => void form.refetch()}>Try Again</Button>}
      />
    );
  return <Skeleton className="h-56 w-full" />;
}
