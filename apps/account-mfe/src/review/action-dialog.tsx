import {
  actOnBooking,
  type BodyOf,
  type BookingRecord,
  getBookingRecord,
  type ReviewAction,
} from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { emailSchema } from '@fareline/contracts/schemas';
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
import { actionLabels } from './review-labels.ts';
import { quoteQueryOptions } from './review-queries.ts';

export type PossibleAction = BookingRecord['actions'][number];

const confirmLabels: Record<ReviewAction, string> = {
  accept: 'Accept the booking',
  retry: 'Retry now',
  charge: 'Charge the card',
  cancel: 'Cancel the booking',
  cancel_order: 'Cancel the order',
  void: 'Release the card',
  refund: 'Refund now',
  settle: 'Settle now',
  waive: 'Waive the price',
  stop: 'Stop asking',
  correct: 'Correct the booking',
  accept_change: 'Accept for the traveller',
  change: 'Make the change',
  offer_change: 'Send the link',
  evidence: 'Send evidence',
  contact: 'Change the address',
  write: 'Send message',
  resend: 'Send again',
  note: 'Save note',
};

const textLabels: Partial<Record<ReviewAction, string>> = { note: 'Note', write: 'Message' };

const moneyActions: readonly ReviewAction[] = [
  'charge',
  'cancel',
  'cancel_order',
  'void',
  'refund',
  'settle',
  'waive',
  'stop',
  'correct',
  'change',
];

interface Entered {
  actionId: string;
  text: string;
  amount: string;
  email: string;
  isAdvance: boolean;
  quoteId: string | undefined;
}

/** The action with what was entered for it. */
function toRequest(
  { action, mail = '', changeId = '' }: PossibleAction,
  { actionId, text, amount, email, isAdvance, quoteId = '' }: Entered,
): BodyOf<typeof actOnBooking> {
  const base = { actionId, text };
  const ofChange = changeId === '' ? {} : { changeId };
  switch (action) {
    case 'refund':
      return { ...base, action, amount, isAdvance };
    case 'charge':
      return { ...base, action, ...ofChange };
    case 'settle':
      return { ...base, action, amount, ...ofChange };
    case 'contact':
      return { ...base, action, email };
    case 'resend':
      return { ...base, action, mail };
    case 'cancel':
      return { ...base, action, quoteId };
    case 'accept_change':
    case 'waive':
    case 'change':
    case 'offer_change':
      return { ...base, action, changeId };
    default:
      return { ...base, action };
  }
}

interface ActionDialogProps {
  booking: BookingRecord;
  possible: PossibleAction;
  onClose: () => void;
}

/** Says what an action does and asks for its reason before it is done. One dialog is one decision, however often it is sent. (REVIEW-02) */
export function ActionDialog({ booking, possible, onClose }: ActionDialogProps) {
  const { action, effect, maxAmount, evidence } = possible;
  const queryClient = useQueryClient();
  const label = actionLabels[action];
  const [actionId] = useState(() => crypto.randomUUID());
  const [text, setText] = useState('');
  const [amount, setAmount] = useState('');
  const [email, setEmail] = useState('');
  const [isAdvance, setAdvance] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const queryKey = [getBookingRecord.path, booking.id];
  const { withPassword, dialog } = useConfirmPassword();
  const isCancellation = action === 'cancel';
  const quote = useQuery({ ...quoteQueryOptions(booking.id), enabled: isCancellation });
  const shownQuote = quote.isFetching || quote.error ? undefined : quote.data;
  const act = useMutation({
    mutationFn: () => {
      const quoteId = shownQuote?.quote_id;
      const body = toRequest(possible, {
        actionId,
        text: text.trim(),
        amount: amount.trim(),
        email: email.trim(),
        isAdvance,
        quoteId,
      });
      return withPassword(() => call(actOnBooking, { params: { id: booking.id }, body }));
    },
    onSuccess: (record) => {
      queryClient.setQueryData(queryKey, record);
      toast({ title: `${label}: recorded` });
      onClose();
    },
    onError: async () => {
      // The refund may have changed, so the new amount is shown before the next press.
      if (isCancellation) await quote.refetch();
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const needsText = ['contact', 'note', 'write'].includes(action) || moneyActions.includes(action);
  const missing = action === 'write' ? 'Please write a message' : 'Please say why';
  const textError = isChecked && needsText && !text.trim() ? missing : undefined;
  const hasAmount = action === 'refund' || action === 'settle';
  const isAmountValid =
    !hasAmount || (/^\d+(\.\d+)?$/.test(amount.trim()) && (action === 'settle' || Number(amount) > 0));
  const amountError =
    isChecked && !isAmountValid
      ? `Enter an amount in ${booking.currency} ${action === 'settle' ? 'of 0 or more' : 'above 0'}`
      : undefined;
  const isEmailValid = action !== 'contact' || emailSchema().safeParse(email.trim()).success;
  const failure = act.error ?? (quote.isFetching ? null : quote.error);
  const submit = () => {
    setChecked(true);
    if (isAmountValid && isEmailValid && (!needsText || text.trim())) act.mutate();
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && !act.isPending && onClose()}>
      <AlertDialogContent
        title={`${label}?`}
        description={effect}
        footer={
          <>
            <AlertDialogCancel disabled={act.isPending}>Back</AlertDialogCancel>
            {(!isCancellation || shownQuote) && (
              <Button
                variant={moneyActions.includes(action) ? 'destructive' : 'primary'}
                loading={act.isPending}
                onClick={submit}
              >
                {confirmLabels[action]}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-4">
          {isCancellation && quote.isFetching && (
            <LoadingText>Asking the airline what comes back...</LoadingText>
          )}
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
              hint={
                action === 'refund'
                  ? `At most ${maxAmount}`
                  : 'What was paid or paid back elsewhere, 0 if nothing'
              }
              error={amountError}
              required
            >
              <Input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
            </Field>
          )}
          {action === 'contact' && (
            <Field
              label="New email address"
              error={isChecked && !isEmailValid ? 'Please enter a valid email address' : undefined}
              required
            >
              <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
            </Field>
          )}
          {action === 'refund' && booking.state === 'confirmed' && (
            <AdvanceCheckbox isAdvance={isAdvance} onChange={setAdvance} />
          )}
          {action !== 'resend' && (
            <Field label={textLabels[action] ?? 'Reason'} error={textError} required={needsText}>
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
