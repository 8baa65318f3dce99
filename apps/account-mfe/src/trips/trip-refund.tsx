import { describeAdvance, describeCard, type BookingRefund } from '@fareline/contracts';
import { formatDateFull, formatPrice, Sentence } from '@fareline/ui-theme';

function describe({ amount, currency, card, state, expected_on }: BookingRefund): string {
  const price = `${formatPrice(amount, currency)} (${currency})`;
  const target = card ? `your ${describeCard(card)}` : 'your card';
  switch (state) {
    case 'none':
      return 'The airline keeps the whole price of this fare, so nothing comes back.';
    case 'pending':
      return `${price} is being refunded to ${target}, expected by ${formatDateFull(expected_on)}.`;
    case 'paid':
      return `${price} was refunded to ${target}. Your bank shows it by ${formatDateFull(expected_on)} at the latest, in most cases.`;
    case 'owed':
      return `The airline has cancelled these flights. You have nothing to do: a person arranges the refund to ${target} and will write to you.`;
    case 'failed':
      return `The refund of ${price} to ${target} has failed. A person is looking at it and will write to you.`;
  }
}

/** What became of the refund of a cancelled trip. (REFUND-04) */
export function TripRefund({ refund }: { refund: BookingRefund }) {
  const { advance_amount: advance } = refund;
  return (
    <section className="border-t border-line grid gap-1 pt-4" aria-label="Refund">
      <h3 className="section-heading">Refund</h3>
      <p>
        <Sentence>{describe(refund)}</Sentence>
      </p>
      {advance !== null && (
        <p>
          <Sentence>
            {describeAdvance(refund.amount, advance, formatPrice(advance, refund.currency))}
          </Sentence>
        </p>
      )}
    </section>
  );
}
