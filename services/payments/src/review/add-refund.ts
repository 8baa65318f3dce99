import { formatMinor, type actOnBooking, type BodyOf } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { findAcceptedCancellation } from '../bookings/cancellation.repository.ts';
import {
  insertRefund,
  isDisputed,
  listRefunds,
  sumRefunds,
  type Refund,
} from '../bookings/refund.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerCharge } from '../ledger/provider-ledger.ts';
import { canRefund, getLeftMinor } from '../reconciliation/refundable-charge.ts';
import { notPossible } from './possible-actions.ts';

/** Inserts a refund of at most what the card provider and the tables have left, to be paid after the commit. (LEDGER-01) */
export async function addRefund(
  deps: Deps,
  trx: Database,
  { booking, payment }: { booking: Booking; payment: Payment },
  { actionId, isAdvance }: Extract<BodyOf<typeof actOnBooking>, { action: 'refund' }>,
  { minor = 0, charge }: { minor?: number; charge?: LedgerCharge | undefined },
): Promise<Refund> {
  const { payment_id, currency } = booking;
  if (isDisputed(payment))
    throw notPossible('The cardholder disputes this payment, so nothing is refunded until that is decided.');
  const refunds = await listRefunds(trx, payment_id);
  const refundable =
    charge && canRefund(booking, payment)
      ? getLeftMinor(booking, charge, refunds, payment.dispute_lost_minor)
      : 0;
  if (minor > refundable)
    throw notPossible(`At most ${formatMinor(refundable, currency)} ${currency} can be refunded.`);
  // In place of the cancellation's own refund where that one failed.
  const cancellation = await findAcceptedCancellation(trx, booking.id);
  const ofCancellation = refunds.filter(({ cancellation_id: id }) => id === cancellation?.id);
  const isRepaid = cancellation && sumRefunds(ofCancellation) < cancellation.refund_minor;
  return insertRefund(
    trx,
    deps,
    payment_id,
    { minor, currency },
    {
      action_id: actionId,
      cancellation_id: isRepaid ? cancellation.id : null,
      is_advance: isAdvance ?? false,
    },
  );
}
