import { formatMinor, type actOnBooking, type BodyOf } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { findAcceptedCancellation } from '../amendments/amendment.repository.ts';
import { addCharges, filterRefundable } from '../reconciliation/refundable-charge.ts';
import {
  findMostLeft,
  getLeftMinor,
  isDisputed,
  listPaidPayments,
  type PaidPayment,
} from '../refunds/paid-payments.ts';
import { insertRefund, sumRefunds, type Refund } from '../refunds/refund.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { notPossible } from './not-possible.ts';

/** Inserts a refund of at most what the card provider and the tables have left, to be paid after the commit. (LEDGER-01) */
export async function addRefund(
  deps: Deps,
  trx: Database,
  booking: Booking,
  { actionId, isAdvance }: Extract<BodyOf<typeof actOnBooking>, { action: 'refund' }>,
  { minor = 0, payments: read = [] }: { minor?: number; payments?: readonly PaidPayment[] },
): Promise<Refund> {
  const { id, payment_id, currency } = booking;
  const payments = addCharges(await listPaidPayments(trx, id), read);
  if (payments.some((payment) => payment.id === payment_id && isDisputed(payment)))
    throw notPossible('The cardholder disputes this payment, so nothing is refunded until that is decided.');
  const payment = findMostLeft(filterRefundable(booking, payments));
  const refundable = payment ? getLeftMinor(payment) : 0;
  if (minor > refundable)
    throw notPossible(`At most ${formatMinor(refundable, currency)} ${currency} can be refunded.`);
  // In place of the cancellation's own refund where that one failed.
  const cancellation = await findAcceptedCancellation(trx, booking.id);
  const ofCancellation = payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ cancellation_id: cancellationId }) => cancellationId === cancellation?.id);
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
