import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** Sets confirmed bookings whose last flight has landed to `completed`; returns their number. (D43, PROVIDER-41) */
export async function completeTrips({ db }: Deps): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const completed = await trx
      .updateTable('bookings')
      .set({ state: 'completed', state_since: sql`now()` })
      .where('state', '=', 'confirmed')
      .where('last_arrival_at', '<', sql<Date>`now()`)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
      .returning('id')
      .execute();
    if (completed.length > 0)
      await trx
        .insertInto('booking_steps')
        .values(completed.map(({ id }) => ({ booking_id: id, state: 'completed' as const })))
        .execute();
    return completed.length;
  });
}
