import type { CardDetails } from '@fareline/contracts';
import { toast } from '@fareline/ui-theme';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PaymentMethod } from './authorise-payment.ts';
import { describeFirstError, emptyCard } from './card-rules.ts';
import type { ElementHandle } from './element-form.tsx';
import { cardFormQueryOptions } from './payment-queries.ts';

const formNotReady = 'The card form is still loading. Nothing was charged.';

interface Submission {
  /** A card is authorised already, so that none is needed. */
  isAuthorised: boolean;
  /** The payment goes on with the card that was sent before. */
  isSent: boolean;
  /** `clearCard` is called where the card has to be entered again. */
  pay: (method: PaymentMethod | undefined, clearCard: () => void) => Promise<void>;
}

export type CardEntryState = ReturnType<typeof useCardEntry>;

/** The card form of a page that takes `amount`: reads it, validates it, and clears it after a decline. */
export function useCardEntry(
  cardForm: UseFormReturn<CardDetails>,
  amount: string,
  currency: string,
  /** Whether anything is paid; without it no form is loaded. */
  enabled = true,
) {
  const options = { ...cardFormQueryOptions(amount, currency), enabled };
  const form = useQuery(options);
  const client = useQueryClient();
  const element = useRef<ElementHandle>(null);
  const [elementKey, setElementKey] = useState(0);
  const submitButton = useRef<HTMLButtonElement>(null);
  const declineArea = useRef<HTMLDivElement>(null);
  const isReading = useRef(false);
  const clearCard = () => {
    cardForm.reset({ ...emptyCard, holderName: cardForm.getValues('holderName') });
    setElementKey((key) => key + 1);
  };
  const submitFields = ({ pay }: Submission) =>
    cardForm.handleSubmit(
      // Not awaited: the form counts as submitted before the call ends and clears it, so that the empty fields show no errors.
      (cardDetails) => void pay({ cardDetails }, clearCard),
      (errors) => toast({ ...describeFirstError(errors), variant: 'destructive' }),
    )();
  const submitElement = async (handle: ElementHandle, { isSent, pay }: Submission) => {
    if (isReading.current) return;
    isReading.current = true;
    const problem = isSent ? undefined : await handle.validate();
    isReading.current = false;
    if (problem) return toast({ title: 'Card Details', description: problem, variant: 'destructive' });
    await pay(handle, clearCard);
    // A challenge that was shown has taken the focus with it.
    if (document.activeElement === document.body) submitButton.current?.focus();
  };
  return {
    /** Props of `CardEntry`. */
    entry: {
      form,
      element,
      elementKey,
      control: cardForm.control,
      currency,
      onRestart: () => void client.cancelQueries(options).then(() => form.refetch()),
      onReady: (focus: () => void) => {
        // Unless the traveller has gone on to something else while the form was loaded anew.
        if (document.activeElement === declineArea.current) focus();
      },
    },
    submitButton,
    declineArea,
    clearCard,
    /** Focuses the card number after a decline: in the provider's form as soon as it is loaded anew. (PAY-22) */
    focusRejected() {
      declineArea.current?.focus();
      if (form.data?.kind === 'fields') cardForm.setFocus('number');
    },
    submit(submission: Submission) {
      if (submission.isAuthorised) void submission.pay(undefined, clearCard);
      else if (form.data?.kind === 'fields') void submitFields(submission);
      else if (element.current) void submitElement(element.current, submission);
      else toast({ title: 'Card Details', description: formNotReady, variant: 'destructive' });
    },
  };
}
