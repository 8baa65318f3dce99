import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** The time of the database's clock, by which bookings are dated. */
export async function readNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
