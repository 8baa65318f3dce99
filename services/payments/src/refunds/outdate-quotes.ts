import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** What was quoted before for a cancellation or change of the booking is asked again, because another amount may come back. (LEDGER-13) */
export const outdateQuotes = (trx: Database, bookingId: string) =>
  trx
    .updateTable('amendments')
    .set({ expires_at: sql<Date>`now()` })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'quoted')
    .execute();
