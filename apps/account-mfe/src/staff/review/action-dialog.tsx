import {
  actOnBooking,
  equalRefundMinutes,
  getBookingRecord,
  parseMinor,
  type BodyOf,
  type BookingRecord,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { emailSchema, reasonSchema } from '@fareline/contracts/schemas';
import { Button, Field, focusFirstInvalid, Input, LoadingText, Textarea, toast } from '@fareline/ui-theme';
import {
  Alert,
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  Checkbox,
  CopyButton,
} from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { NotDone } from '../forms/not-done.tsx';
import { useKeptText } from '../forms/use-kept-text.ts';
import { AdvanceCheckbox } from './advance-checkbox.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { RefundLines } from './refund-lines.tsx';
import { describePossible } from './review-labels.ts';
import { quoteQueryOptions, recordQueryOptions } from './review-queries.ts';

export type PossibleAction = BookingRecord['actions'][number];

interface ActionDialogProps {
  booking: BookingRecord;
  possible: PossibleAction;
  onClose: () => void;
}

/** Says what an action does and asks for its reason before it is done. One dialog is one decision, however often it is sent. (REVIEW-02) */
export function ActionDialog({ booking, possible, onClose }: ActionDialogProps) {
  const { action, effect, maxAmount, evidence } = possible;
  const { label, confirmLabel, input, isFinal = false, textLabel = 'Reason' } = describePossible(possible);
  const queryClient = useQueryClient();
  const [actionId] = useState(() => crypto.randomUUID());
  const [text, setText] = useKeptText(`${action} ${booking.id}`);
  const [amount, setAmount] = useState('');
  const [email, setEmail] = useState('');
  const [isAdvance, setAdvance] = useState(false);
  /** The amount that is meant to be refunded again: another one is asked for anew. */
  const [repeatedMinor, setRepeatedMinor] = useState<number>();
  const [isChecked, setChecked] = useState(false);
  const queryKey = [getBookingRecord.path, booking.id];
  // Read again as it opens, because a colleague may have acted since the page was loaded.
  useQuery(recordQueryOptions(booking.id));
  const { withConfirmation, dialog } = useConfirmation();
  const minor = parseMinor(amount.trim(), booking.currency);
  const isRepeat = minor !== undefined && minor === repeatedMinor;
  const needsQuote = 'quoteId' in input;
  const quote = useQuery({ ...quoteQueryOptions(booking.id), enabled: needsQuote });
  const shownQuote = quote.isFetching || quote.error ? undefined : quote.data;
  const fields = useRef<HTMLDivElement>(null);
  const finish = () => {
    setText('');
    toast({ title: `${label}: recorded` });
    onClose();
  };
  const act = useMutation({
    mutationFn: () => {
      const { mail, changeId } = possible;
      const entered = {
        amount: amount.trim(),
        email: email.trim(),
        isAdvance,
        isRepeat,
        quoteId: shownQuote?.quote_id,
      };
      const values = { ...entered, text: text.trim(), mail, changeId };
      const fields = Object.entries(values).filter(([name]) => name in input);
      const body = { actionId, action, ...Object.fromEntries(fields) } as BodyOf<typeof actOnBooking>;
      return withConfirmation(() => call(actOnBooking, { params: { id: booking.id }, body }));
    },
    onSuccess: async (record) => {
      // An older answer must not come after it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, record);
      finish();
    },
    onError: async () => {
      // The refund may have changed, so the new amount is shown before the next press.
      if (needsQuote) await quote.refetch();
      await queryClient.invalidateQueries({ queryKey });
      // Its answer was lost: what is entered now would be another decision.
      const record = queryClient.getQueryData<BookingRecord>(queryKey);
      if (record?.history.some(({ id }) => id === actionId)) finish();
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
  const equal =
    'isRepeat' in input &&
    booking.refunds.find(
      (refund) =>
        refund.state !== 'failed' &&
        parseMinor(refund.amount, booking.currency) === minor &&
        Date.now() - Date.parse(refund.at) < equalRefundMinutes * 60_000,
    );
  const isEmailValid = !('email' in input) || emailSchema().safeParse(email.trim()).success;
  const failure = act.error ?? (quote.isFetching ? null : quote.error);
  const submit = () => {
    setChecked(true);
    if (isAmountValid && isEmailValid && !textIssue && (!equal || isRepeat)) act.mutate();
    else if (fields.current) focusFirstInvalid(fields.current);
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
        <div ref={fields} className="grid gap-4">
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
          {'isRepeat' in input && booking.refunds.length > 0 && (
            <ul className="grid gap-1" aria-label="Refunded before">
              <RefundLines booking={booking} />
            </ul>
          )}
          {equal && (
            <Alert variant="warning" title="The same amount was refunded within the last hour">
              <Checkbox
                label="It is meant to be refunded again"
                checked={isRepeat}
                onCheckedChange={(checked) => setRepeatedMinor(checked === true ? minor : undefined)}
                {...(isChecked && !isRepeat && { 'aria-invalid': true })}
              />
            </Alert>
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
          <NotDone failure={failure} />
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
