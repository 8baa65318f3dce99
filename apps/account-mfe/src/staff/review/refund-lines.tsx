import type { BookingRecord } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import { Line } from './line.tsx';
import { refundStateLabels } from './review-labels.ts';

/** What was refunded of a booking, a line each: who, how much, how far it is, and when. (REVIEW-04) */
export const RefundLines = ({ booking: { refunds, currency } }: { booking: BookingRecord }) =>
  refunds.map(({ id, amount, state, by, at }, index) => (
    <Line
      key={index}
      label={`Refund (${by})`}
      value={[formatPriceWithCode(amount, currency), refundStateLabels[state], id, formatInstant(at)]
        .filter(Boolean)
        .join(', ')}
    />
  ));
