import { describeBookingRefund, type BookingRefund } from '@fareline/contracts';
import { Sentence } from '../components/sentence.tsx';
import { formatDateFull } from '../formats/local-time.ts';
import { formatPrice } from '../formats/price.ts';

/** How sentences about money back write prices and days. */
export const refundFormats = {
  price: (amount: string, currency: string) => `${formatPrice(amount, currency)} (${currency})`,
  date: formatDateFull,
};

/** What became of the refund of a booking, as lines. (REFUND-04) */
export const RefundLines = ({ refund }: { refund: BookingRefund }) =>
  describeBookingRefund(refund, refundFormats).map((text) => (
    <p key={text}>
      <Sentence>{text}</Sentence>
    </p>
  ));
