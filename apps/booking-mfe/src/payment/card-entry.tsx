import type { CardDetails, CardForm as CardFormKind } from '@fareline/contracts';
import type { Ref } from 'react';
import type { Control } from 'react-hook-form';
import type { SentCard } from './authorise-payment.ts';
import { CardForm } from './card-form.tsx';
import { ElementForm, type ElementHandle } from './element-form.tsx';
import { WaitingPayment } from './waiting-payment.tsx';

interface CardEntryProps {
  /** The query of the form's kind. */
  form: { data: CardFormKind | undefined; error: unknown };
  /** Asks for the kind anew. */
  onRestart: () => void;
  control: Control<CardDetails>;
  disabled: boolean;
  element: Ref<ElementHandle | null>;
  /** Another number clears the provider's form. */
  elementKey: number;
  /** Called once the provider's form can be used, with the function that focuses it. */
  onReady: (focus: () => void) => void;
  sent: SentCard | undefined;
  onAbandoned: (message: string) => void;
  /** The name of the button that pays. */
  button: string;
  currency: string;
  email?: string | undefined;
}

/** The card form of the mode: our own fields, or that of the card provider, which never gives way to the other. (ELEMENT-01) */
export function CardEntry({ form, control, disabled, element, elementKey, ...props }: CardEntryProps) {
  const { sent, button, onAbandoned, onRestart, onReady, currency, email } = props;
  if (form.data?.kind === 'fields') return <CardForm control={control} disabled={disabled} />;
  const goOn = `Press ${button} to go on with that payment`;
  return (
    <ElementForm
      key={elementKey}
      ref={element}
      settings={form.data}
      isSent={sent !== undefined}
      hasNoSettings={Boolean(form.error)}
      {...{ onRestart, onReady, currency, email }}
    >
      {sent === 'challenged' && (
        <WaitingPayment
          text={`Your bank asks you to confirm it. ${goOn}.`}
          disabled={disabled}
          onAbandoned={onAbandoned}
        />
      )}
      {sent === 'unanswered' && (
        <p>A card was sent for this, and its payment has no outcome yet. {goOn}: nothing is paid twice.</p>
      )}
    </ElementForm>
  );
}
