import { describeBookingRefund, type BookingRefund } from '@fareline/contracts';
import { formatDateFull, formatPrice, Sentence } from '@fareline/ui-theme';

const formats = {
  price: (amount: string, currency: string) => `${formatPrice(amount, currency)} (${currency})`,
  date: formatDateFull,
};

/** What became of the refund of a trip. (REFUND-04) */
export const TripRefund = ({ refund }: { refund: BookingRefund }) => (
  <section className="border-t border-line grid gap-1 pt-4" aria-label="Refund">
    <h3 className="section-heading">Refund</h3>
    {describeBookingRefund(refund, formats).map((text) => (
      <p key={text}>
        <Sentence>{text}</Sentence>
      </p>
    ))}
  </section>
);
