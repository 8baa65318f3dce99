import { equalRefundMinutes, type actOnBooking, type BodyOf } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { filterRefundable } from '../reconciliation/read-payments.ts';
import { listOwed } from '../refunds/list-owed.ts';
import {
  findMostLeft,
  getLeftMinor,
  isDisputed,
  listPaidPayments,
  type PaidPayment,
} from '../refunds/paid-payments.ts';
import { addCharges } from '../refunds/read-charges.ts';
import { insertRefund, type Refund } from '../refunds/refund.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { notPossible } from './not-possible.ts';

/** Inserts a refund of at most what the card provider and the tables have left, to be paid after the commit. (LEDGER-01) */
export async function addRefund(
  deps: Deps,
  trx: Database,
  booking: Booking,
  { actionId, isAdvance, isRepeat }: Extract<BodyOf<typeof actOnBooking>, { action: 'refund' }>,
  { minor = 0, payments: read = [] }: { minor?: number; payments?: readonly PaidPayment[] },
): Promise<Refund> {
  const { id, payment_id, currency } = booking;
  const payments = addCharges(await listPaidPayments(trx, id), read);
  if (payments.some((payment) => payment.id === payment_id && isDisputed(payment)))
    throw notPossible('The cardholder disputes this payment, so nothing is refunded until that is decided.');
  if (isAdvance && booking.state !== 'confirmed')
    throw notPossible('Only a refund of a confirmed booking can be an advance.');
  if (!isRepeat && (await hasEqualRefund(trx, id, minor)))
    throw notPossible(
      `${formatMinorWithCode(minor, currency)} was refunded on this booking within the last hour. Please say that it is meant again.`,
    );
  const payment = findMostLeft(filterRefundable(booking, payments));
  const refundable = payment ? getLeftMinor(payment) : 0;
  if (minor > refundable)
    throw notPossible(`At most ${formatMinorWithCode(refundable, currency)} can be refunded.`);
  const owed = await listOwed(
    trx,
    id,
    payments.flatMap(({ refunds }) => refunds),
  );
  // What support pays is in place of what was not paid in full, first of what lacks exactly so much.
  const unpaid = owed.filter(({ missing }) => missing > 0);
  const source = unpaid.find(({ missing }) => missing === minor) ?? unpaid[0];
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

/** Whether support has refunded as much on the booking within the last hour. (LEDGER-01) */
async function hasEqualRefund(trx: Database, bookingId: string, minor: number): Promise<boolean> {
  const equal = await trx
    .selectFrom('refunds')
    .innerJoin('booking_actions', 'booking_actions.id', 'refunds.action_id')
    .select('refunds.id')
    .where('booking_actions.booking_id', '=', bookingId)
    .where('amount_minor', '=', minor)
    .where('state', '<>', 'failed')
    .where('booking_actions.created_at', '>', sql<Date>`now() - make_interval(mins => ${equalRefundMinutes})`)
    .executeTakeFirst();
  return equal !== undefined;
}
