import { formatMinor, type actOnBooking, type BodyOf } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
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
  if (isAdvance && booking.state !== 'confirmed')
    throw notPossible('Only a refund of a confirmed booking can be an advance.');
  const payment = findMostLeft(filterRefundable(booking, payments));
  const refundable = payment ? getLeftMinor(payment) : 0;
  if (minor > refundable)
    throw notPossible(`At most ${formatMinor(refundable, currency)} ${currency} can be refunded.`);
  const source = await findUnpaid(trx, booking, payments, minor);
  return insertRefund(
    trx,
    deps,
    payment?.id ?? payment_id,
    { minor, currency },
    {
      action_id: actionId,
      cancellation_id: source?.kind === 'cancellation' ? source.id : null,
      change_id: source?.kind === 'flights' ? source.id : null,
      is_advance: isAdvance ?? false,
    },
  );
}

/** The cancellation or change that was not paid in full: what support pays is in its place, first of the one that lacks exactly so much. */
async function findUnpaid(
  trx: Database,
  { id: bookingId }: Booking,
  payments: readonly PaidPayment[],
  minor: number,
) {
  const refunds = payments.flatMap((payment) => payment.refunds);
  const sources = await trx
    .selectFrom('amendments')
    .select(['id', 'kind', 'refund_minor'])
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['agreed', 'done'])
    .orderBy('agreed_at', 'desc')
    .execute();
  const unpaid = sources
    .map((source) => {
      const own = refunds.filter(
        ({ cancellation_id, change_id }) => cancellation_id === source.id || change_id === source.id,
      );
      return { ...source, missing: source.refund_minor - sumRefunds(own) };
    })
    .filter(({ missing }) => missing > 0);
  return unpaid.find(({ missing }) => missing === minor) ?? unpaid[0];
}
