import { describeBookingRefund, type BookingRefund } from '@fareline/contracts';
import { Sentence } from '../components/sentence.tsx';
import { refundFormats } from '@fareline/presentation/formats';

/** What became of the refund of a booking, as lines. (REFUND-04) */
export const RefundLines = ({ refund }: { refund: BookingRefund }) =>
  describeBookingRefund(refund, refundFormats).map((text) => (
    <p key={text}>
      <Sentence>{text}</Sentence>
    </p>
  ));
