import { sql, type Selectable } from 'kysely';
import type { BookingActionsTable, Database } from '../db/schema.ts';

export type BookingAction = Selectable<BookingActionsTable>;

/** The minor units that support has refunded or is about to refund, besides the refund of a cancellation. */
export async function sumActionRefunds(db: Database, bookingId: string): Promise<number> {
  const { minor } = await db
    .selectFrom('booking_actions')
    .select(sql<number>`coalesce(sum(refund_minor), 0)::float8`.as('minor'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return minor;
}
