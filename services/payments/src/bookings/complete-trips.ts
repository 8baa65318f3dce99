import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/** Trips whose last flight has landed are over. (D43, PROVIDER-41) */
export async function completeTrips({ db }: Deps): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('bookings')
      .set({ state: 'completed', state_since: sql`now()` })
      .where('state', '=', 'confirmed')
      .where('last_arrival_at', '<', sql<Date>`now()`)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
      .returning('id')
      .execute();
    if (done.length > 0)
      await trx
        .insertInto('booking_steps')
        .values(done.map(({ id }) => ({ booking_id: id, state: 'completed' as const })))
        .execute();
    return done.length;
  });
}
