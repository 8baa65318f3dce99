import type { BookingRefund } from '@fareline/contracts';
import { RefundLines } from '@fareline/ui-theme/widgets';

/** What became of the refund of a trip. (REFUND-04) */
export const TripRefund = ({ refund }: { refund: BookingRefund }) => (
  <section className="border-t border-line grid gap-1 pt-4" aria-label="Refund">
    <h3 className="section-heading">Refund</h3>
    <RefundLines refund={refund} />
  </section>
);
