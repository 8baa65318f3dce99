import type { Database } from '../db/schema.ts';
import { sumRefunds, type Refund } from './refund.repository.ts';

/** What the agreed cancellation and changes of a booking give back, the latest first, with their refunds and what is missing of it in minor units. */
export async function listOwed(db: Database, bookingId: string, refunds: readonly Refund[]) {
  const amendments = await db
    .selectFrom('amendments')
    .select(['id', 'kind', 'state', 'refund_minor'])
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['agreed', 'done'])
    .orderBy('agreed_at', 'desc')
    .execute();
  return amendments.map((amendment) => {
    const own = refunds.filter(
      ({ cancellation_id, change_id }) => cancellation_id === amendment.id || change_id === amendment.id,
    );
    return { ...amendment, refunds: own, missing: amendment.refund_minor - sumRefunds(own) };
  });
}
