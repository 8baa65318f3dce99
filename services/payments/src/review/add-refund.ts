import { formatMinor, type actOnBooking, type BodyOf } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { findAcceptedCancellation } from '../amendments/amendment.repository.ts';
import {
  insertRefund,
  isDisputed,
  listBookingRefunds,
  sumRefunds,
  type Refund,
} from '../refunds/refund.repository.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { canRefund, findMostLeft, type PaidCharge } from '../reconciliation/refundable-charge.ts';
import { notPossible } from './not-possible.ts';

/** Inserts a refund of at most what the card provider and the tables have left, to be paid after the commit. (LEDGER-01) */
export async function addRefund(
  deps: Deps,
  trx: Database,
  booking: Booking,
  { actionId, isAdvance }: Extract<BodyOf<typeof actOnBooking>, { action: 'refund' }>,
  { minor = 0, charges = [] }: { minor?: number; charges?: readonly PaidCharge[] },
): Promise<Refund> {
  const { id, payment_id, currency } = booking;
  if (isDisputed(await getPayment(trx, payment_id)))
    throw notPossible('The cardholder disputes this payment, so nothing is refunded until that is decided.');
  const refunds = await listBookingRefunds(trx, id);
  const { minor: refundable, payment } = findMostLeft(await readAgain(trx, booking, charges), refunds);
  if (minor > refundable)
    throw notPossible(`At most ${formatMinor(refundable, currency)} ${currency} can be refunded.`);
  // In place of the cancellation's own refund where that one failed.
  const cancellation = await findAcceptedCancellation(trx, booking.id);
  const ofCancellation = refunds.filter(({ cancellation_id: id }) => id === cancellation?.id);
  const isRepaid = cancellation && sumRefunds(ofCancellation) < cancellation.refund_minor;
  return insertRefund(
    trx,
    deps,
    payment?.id ?? payment_id,
    { minor, currency },
    {
      action_id: actionId,
      cancellation_id: isRepaid ? cancellation.id : null,
      is_advance: isAdvance ?? false,
    },
  );
}

/** Reads the charges that can still be refunded, in the transaction of the refund. */
async function readAgain(
  trx: Database,
  booking: Booking,
  charges: readonly PaidCharge[],
): Promise<PaidCharge[]> {
  const current = await Promise.all(
    charges.map(async ({ payment, charge }) => ({ payment: await getPayment(trx, payment.id), charge })),
  );
  return current.filter(({ payment }) => canRefund(booking, payment));
}
