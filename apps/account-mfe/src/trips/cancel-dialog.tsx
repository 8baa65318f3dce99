import {
  cancelBooking,
  cancellationRefusals,
  describeAirlineCredit,
  describeCard,
  type BookingListItem,
  type CancellationQuote,
  type ErrorCode,
} from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { creditCode } from '@fareline/contracts/promises';
import { formatPrice, refundFormats } from '@fareline/presentation/formats';
import { Button, LoadingText, PriceText, Sentence, toast } from '@fareline/ui-theme';
import { Alert, AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFailureText } from '../forms/show-failure.ts';
import { CancellationNotice } from './cancellation-notice.tsx';
import { ContactLink } from './contact-link.tsx';
import { isBeingCancelled } from './trip-labels.ts';
import { bookingsQueryOptions, cancellationQuoteQueryOptions } from './trip-queries.ts';

const refusedTitle = 'This booking cannot be cancelled';

interface CancelDialogProps {
  booking: BookingListItem;
  onClose: () => void;
}

/** Asks before it cancels a booking, or says why it cannot be cancelled; a pending one may be confirmed by now. (TRIPS-12) */
export function CancelDialog({ booking, onClose }: CancelDialogProps) {
  const { cancellability } = booking;
  if (cancellability === 'unconfirmed' || cancellationRefusals[cancellability] === null)
    return <ConfirmationDialog id={booking.id} onClose={onClose} />;
  const [title, close] = isBeingCancelled(booking)
    ? ['The cancellation is under way', 'Close']
    : [refusedTitle, 'Keep booking'];
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent title={title} footer={<AlertDialogCancel>{close}</AlertDialogCancel>}>
        <CancellationNotice cancellability={cancellability} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

const hasCode = (failure: unknown, code: ErrorCode) =>
  failure instanceof ResponseError && failure.code === code;

/** Shows the refund and its card, then cancels the booking on confirmation. (TRIPS-20 to TRIPS-22, PROVIDER-40) */
function ConfirmationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const quote = useQuery(cancellationQuoteQueryOptions(id));
  const shownQuote = quote.isFetching || quote.error ? undefined : quote.data;
  const reload = () => queryClient.invalidateQueries({ queryKey: bookingsQueryOptions.queryKey });
  const cancel = useMutation({
    mutationFn: (quoteId: string) => call(cancelBooking, { params: { id }, body: { quote_id: quoteId } }),
    onSuccess: async () => {
      toast({ title: 'Booking cancelled', description: 'Your booking has been successfully cancelled.' });
      onClose();
      await reload();
    },
    onError: async (failure) => {
      // The refund may have changed, so the new amount is shown before the next confirmation.
      const { error } = await quote.refetch();
      const isUnderWay = hasCode(failure, 'SERVICE_UNAVAILABLE') && hasCode(error, 'BOOKING_NOT_CANCELLABLE');
      toast({
        description: getFailureText(failure),
        ...(isUnderWay
          ? { title: 'Cancellation under way' }
          : { title: 'Cancellation failed', variant: 'destructive' }),
      });
      await reload();
    },
  });
  const isRefused = hasCode(quote.error, 'BOOKING_NOT_CANCELLABLE');
  return (
    <AlertDialog open onOpenChange={(open) => !open && !cancel.isPending && onClose()}>
      <AlertDialogContent
        {...(isRefused
          ? { title: refusedTitle }
          : { title: 'Cancel this booking?', description: 'This cannot be undone.' })}
        footer={
          <>
            <AlertDialogCancel disabled={cancel.isPending}>Keep booking</AlertDialogCancel>
            {shownQuote && (
              <Button
                variant="destructive"
                loading={cancel.isPending}
                onClick={() => cancel.mutate(shownQuote.quote_id)}
              >
                Yes, cancel booking
              </Button>
            )}
          </>
        }
      >
        {quote.isFetching && <LoadingText>Asking the airline what comes back...</LoadingText>}
        {quote.error && !quote.isFetching && (
          <Alert variant="destructive">
            {getFailureText(quote.error)} <ContactLink label="cancel_refused" />
          </Alert>
        )}
        {shownQuote && <Quote quote={shownQuote} />}
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** Why what comes back is held, less or nothing. (LEDGER-06) */
function describeDispute({ dispute, bank_amount, ...quote }: CancellationQuote): string | null {
  if (dispute === 'open')
    return 'This payment is disputed at the bank, so nothing comes back before that is decided, and only if the bank has not given it back.';
  if (!bank_amount) return null;
  return Number(quote.refund_amount) > 0
    ? `The bank has given ${formatPrice(bank_amount, quote.refund_currency)} of the payment back after a dispute.`
    : 'The bank has given the payment back after a dispute, so nothing more is refunded.';
}

function Quote({ quote }: { quote: CancellationQuote }) {
  const {
    refund_amount: amount,
    refund_currency: currency,
    refund_to: card,
    paid_amount: paid,
    credits,
  } = quote;
  const dispute = describeDispute(quote);
  return (
    <div className="grid gap-2">
      <p>
        <PriceText size="large" amount={amount} currency={currency} /> comes back
        {card ? ` to your ${describeCard(card)}` : Number(amount) > 0 && ' to the cards that you paid with'}.
      </p>
      {credits.map((credit, index) => (
        <p key={index}>
          <Sentence>{describeAirlineCredit(credit, refundFormats)}</Sentence>
        </p>
      ))}
      {credits.length > 0 && <p>{creditCode}</p>}
      {dispute && <p>{dispute}</p>}
      <p className="caption-text">
        <Sentence>
          You paid {formatPrice(paid, currency)}. Amounts are in {currency}.
        </Sentence>
      </p>
    </div>
  );
}
