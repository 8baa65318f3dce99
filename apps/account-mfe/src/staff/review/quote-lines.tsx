import { describeCard, type BookingRecord, type ReviewedQuote } from '@fareline/contracts';
import { formatPriceWithCode } from '@fareline/presentation/formats';
import { Line } from './line.tsx';
import { describeBookingCancellation, formatDispute } from './review-labels.ts';

/** What a cancellation gives back, and of what it is made up. (REFUND-02) */
export function QuoteLines({ quote, booking }: { quote: ReviewedQuote; booking: BookingRecord }) {
  const { refund_currency: currency, refund_to: card } = quote;
  const format = (amount: string | null | undefined) => formatPriceWithCode(amount ?? '0', currency);
  return (
    <ul aria-label="Quote">
      <Line label="Rule" value={describeBookingCancellation(booking)} />
      <Line label="Paid" value={format(quote.paid_amount)} />
      <Line label="Order at the airline" value={format(booking.order.amount)} />
      <Line label="Markup" value={format(quote.markup_amount)} />
      <Line label="Airline gives back" value={format(quote.airline_refund_amount)} />
      {quote.dispute && (
        <Line label="Dispute" value={formatDispute(quote.dispute, format(quote.bank_amount))} />
      )}
      {Number(quote.advance_amount) > 0 && (
        <Line label="Paid back in advance" value={format(quote.advance_amount)} />
      )}
      {quote.credits.map(({ name, amount, currency: of, passenger }, index) => (
        <Line
          key={index}
          label={`Airline credit${passenger ? ` for ${passenger}` : ''}`}
          value={`${formatPriceWithCode(amount, of)}${name ? `, ${name}` : ''}`}
        />
      ))}
      <Line
        label={card ? `Comes back to ${describeCard(card)}` : 'Comes back'}
        value={format(quote.refund_amount)}
      />
    </ul>
  );
}
