import {
  cancelBooking,
  describeAirlineCredit,
  describeCard,
  describeRefusal,
  type BookingListItem,
  type CancellationQuote,
  type ErrorCode,
} from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { creditCode } from '@fareline/contracts/promises';
import { formatPrice, formatPriceWithCode, refundFormats } from '@fareline/presentation/formats';
import { Button, LoadingText, PriceText, Sentence, toast } from '@fareline/ui-theme';
import { Alert, AlertDialog, AlertDialogCancel, AlertDialogContent } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getFailureText } from '../forms/show-failure.ts';
import { CancellationNotice } from './cancellation-notice.tsx';
import { ContactLink } from './contact-link.tsx';
import { isBeingCancelled } from './trip-labels.ts';
import { bookingsQueryOptions, cancellationQuoteQueryOptions } from './trip-queries.ts';

const refusedTitle = 'This booking cannot be cancelled';
const waitsTitle = 'This booking cannot be cancelled yet';

interface CancelDialogProps {
  booking: BookingListItem;
  onClose: () => void;
}

/** Asks before it cancels a booking, or says why it cannot be cancelled; a pending one may be confirmed by now. (TRIPS-12) */
export function CancelDialog({ booking, onClose }: CancelDialogProps) {
  const { cancellability } = booking;
  // What is loaded after the cancellation would refuse another one.
  const [isDone, setDone] = useState(false);
  if (
    isDone ||
    cancellability === 'unconfirmed' ||
    describeRefusal(cancellability, booking.bookingData) === null
  )
    return <ConfirmationDialog id={booking.id} onDone={() => setDone(true)} onClose={onClose} />;
  const [title, close] = isBeingCancelled(booking)
    ? ['The cancellation is under way', 'Close']
    : [refusedTitle, 'Keep booking'];
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent title={title} footer={<AlertDialogCancel>{close}</AlertDialogCancel>}>
        <CancellationNotice booking={booking} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

const hasCode = (failure: unknown, code: ErrorCode) =>
  failure instanceof ResponseError && failure.code === code;

interface ConfirmationDialogProps {
  id: string;
  /** The booking is cancelled, and is loaded again next. */
  onDone: () => void;
  onClose: () => void;
}

/** Shows the refund and its card, then cancels the booking on confirmation. (TRIPS-20 to TRIPS-22, PROVIDER-40) */
function ConfirmationDialog({ id, onDone, onClose }: ConfirmationDialogProps) {
  const queryClient = useQueryClient();
  const quote = useQuery(cancellationQuoteQueryOptions(id));
  const shownQuote = quote.isFetching || quote.error ? undefined : quote.data;
  const reload = () => queryClient.invalidateQueries({ queryKey: bookingsQueryOptions.queryKey });
  const cancel = useMutation({
    mutationFn: (quoteId: string) => call(cancelBooking, { params: { id }, body: { quote_id: quoteId } }),
    onSuccess: async () => {
      onDone();
      // The page shows what is before it can be pressed again.
      await reload();
      toast({ title: 'Booking cancelled', description: 'Your booking has been successfully cancelled.' });
      onClose();
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
  const isWaiting = hasCode(quote.error, 'ADDRESS_UNCONFIRMED');
  return (
    <AlertDialog open onOpenChange={(open) => !open && !cancel.isPending && onClose()}>
      <AlertDialogContent
        {...(isRefused || isWaiting
          ? { title: isWaiting ? waitsTitle : refusedTitle }
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
    return 'A payment of this trip is disputed at the bank. What comes back of it comes once that is decided, unless the bank has given it back.';
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
        <Sentence>You paid {formatPriceWithCode(paid, currency)}.</Sentence>
      </p>
    </div>
  );
}
