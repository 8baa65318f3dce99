import { actOnBooking, type BodyOf, type BookingRecord, getBookingRecord } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { emailSchema, reasonSchema } from '@fareline/contracts/schemas';
import { Button, Field, Input, LoadingText, Textarea, toast } from '@fareline/ui-theme';
import {
  Alert,
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  CopyButton,
} from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirmPassword } from '../confirm-password/use-confirm-password.tsx';
import { AdvanceCheckbox } from './advance-checkbox.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { describeAction } from './review-labels.ts';
import { quoteQueryOptions } from './review-queries.ts';

export type PossibleAction = BookingRecord['actions'][number];

interface ActionDialogProps {
  booking: BookingRecord;
  possible: PossibleAction;
  onClose: () => void;
}

/** Says what an action does and asks for its reason before it is done. One dialog is one decision, however often it is sent. (REVIEW-02) */
export function ActionDialog({ booking, possible, onClose }: ActionDialogProps) {
  const { action, effect, maxAmount, evidence } = possible;
  const { label, confirmLabel, input, isFinal = false, textLabel = 'Reason' } = describeAction(action);
  const queryClient = useQueryClient();
  const [actionId] = useState(() => crypto.randomUUID());
  const [text, setText] = useState('');
  const [amount, setAmount] = useState('');
  const [email, setEmail] = useState('');
  const [isAdvance, setAdvance] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const queryKey = [getBookingRecord.path, booking.id];
  const { withPassword, dialog } = useConfirmPassword();
  const needsQuote = 'quoteId' in input;
  const quote = useQuery({ ...quoteQueryOptions(booking.id), enabled: needsQuote });
  const shownQuote = quote.isFetching || quote.error ? undefined : quote.data;
  const act = useMutation({
    mutationFn: () => {
      const { mail, changeId } = possible;
      const entered = {
        amount: amount.trim(),
        email: email.trim(),
        isAdvance,
        quoteId: shownQuote?.quote_id,
      };
      const values = { ...entered, text: text.trim(), mail, changeId };
      const fields = Object.entries(values).filter(([name]) => name in input);
      const body = { actionId, action, ...Object.fromEntries(fields) } as BodyOf<typeof actOnBooking>;
      return withPassword(() => call(actOnBooking, { params: { id: booking.id }, body }));
    },
    onSuccess: (record) => {
      queryClient.setQueryData(queryKey, record);
      toast({ title: `${label}: recorded` });
      onClose();
    },
    onError: async () => {
      // The refund may have changed, so the new amount is shown before the next press.
      if (needsQuote) await quote.refetch();
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const textSchema = isFinal ? reasonSchema : input.text;
  const textIssue = textSchema.safeParse(text).error?.issues[0];
  // What has a limit is a refund; what was settled elsewhere may be nothing.
  const hasAmount = 'amount' in input;
  const isAmountValid =
    !hasAmount || (/^\d+(\.\d+)?$/.test(amount.trim()) && (maxAmount === undefined || Number(amount) > 0));
  const amountError =
    isChecked && !isAmountValid
      ? `Enter an amount in ${booking.currency} ${maxAmount === undefined ? 'of 0 or more' : 'above 0'}`
      : undefined;
  const isEmailValid = !('email' in input) || emailSchema().safeParse(email.trim()).success;
  const failure = act.error ?? (quote.isFetching ? null : quote.error);
  const submit = () => {
    setChecked(true);
    if (isAmountValid && isEmailValid && !textIssue) act.mutate();
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && !act.isPending && onClose()}>
      <AlertDialogContent
        title={`${label}?`}
        description={effect}
        footer={
          <>
            <AlertDialogCancel disabled={act.isPending}>Back</AlertDialogCancel>
            {(!needsQuote || shownQuote) && (
              <Button variant={isFinal ? 'destructive' : 'primary'} loading={act.isPending} onClick={submit}>
                {confirmLabel}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-4">
          {needsQuote && quote.isFetching && <LoadingText>Asking the airline what comes back...</LoadingText>}
          {shownQuote && <QuoteLines quote={shownQuote} booking={booking} />}
          {evidence && (
            <>
              <Field label="Evidence">
                <Textarea readOnly rows={10} value={evidence} />
              </Field>
              <CopyButton value={evidence} label="Copy the evidence" />
            </>
          )}
          {hasAmount && (
            <Field
              label={`Amount in ${booking.currency}`}
              hint={maxAmount ? `At most ${maxAmount}` : 'What was paid or paid back elsewhere, 0 if nothing'}
              error={amountError}
              required
            >
              <Input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
            </Field>
          )}
          {'email' in input && (
            <Field
              label="New email address"
              error={isChecked && !isEmailValid ? 'Please enter a valid email address' : undefined}
              required
            >
              <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
            </Field>
          )}
          {'isAdvance' in input && booking.state === 'confirmed' && (
            <AdvanceCheckbox isAdvance={isAdvance} onChange={setAdvance} />
          )}
          {textLabel && (
            <Field
              label={textLabel}
              error={isChecked ? textIssue?.message : undefined}
              required={!textSchema.safeParse('').success}
            >
              <Textarea value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
            </Field>
          )}
          {dialog}
          {failure && (
            <Alert variant="destructive">
              {getServerMessage(failure) ?? 'Nothing answered. Please try again.'}
            </Alert>
          )}
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
