import { randomUUID } from 'node:crypto';
import type { Money } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { getLeftMinor, listPaidPayments } from './paid-payments.ts';
import { derivePartId, insertRefund, type Refund } from './refund.repository.ts';

/**
 * Stores what a cancellation or a change gives back, as `insertRefund`: of the payment of the booking as much as it has left, and what
 * is more of those of its changes. What none of them has left fails at once, which is a case. (TRIP-03, LEDGER-13)
 */
export async function insertRefunds(
  trx: Database,
  deps: Pick<Deps, 'config'>,
  booking: Pick<Booking, 'id' | 'payment_id' | 'mode'>,
  { minor, currency }: Money,
  source: { cancellation_id: string } | { change_id: string },
): Promise<Refund[]> {
  const sourceId = 'change_id' in source ? source.change_id : source.cancellation_id;
  const inserted: Refund[] = [];
  let rest = minor;
  for (const payment of await listPaidPayments(trx, booking.id)) {
    const id = payment.id === booking.payment_id ? sourceId : derivePartId(sourceId, payment.id);
    const refunds = payment.refunds.filter((refund) => refund.id !== id);
    const share = Math.min(rest, getLeftMinor({ ...payment, refunds }));
    if (share === 0) continue;
    inserted.push(await insertRefund(trx, deps, payment.id, { minor: share, currency }, { id, ...source }));
    rest -= share;
  }
  if (rest > 0) {
    const failed = await trx
      .insertInto('refunds')
      .values({
        ...{ id: randomUUID(), payment_id: booking.payment_id, amount_minor: rest, currency, ...source },
        ...{ state: 'failed', made_at: sql<Date>`now()`, request_id: getCurrentRequestId() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openBookingCase(trx, booking, {
      ...{ kind: 'refund_failed', subject: failed.id },
      summary: `Of a refund of ${formatMinorWithCode(minor, currency)}, ${formatMinorWithCode(rest, currency)} are left of no charge of the booking.`,
    });
  }
  return inserted;
}
