import { isNotLeased } from '@fareline/service-kit/db/leases';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Sets confirmed bookings whose last flight has landed to `completed`. (PROVIDER-41) */
export const completeTripsHandler = ({ db, config }: Deps) =>
  defineJobHandler({
    job: defineJob({ name: 'complete-trips', payload: z.object({}), everyMs: config.HOUSEKEEPING_EVERY_MS }),
    run: () =>
      db.transaction().execute(async (trx) => {
        const completed = await trx
          .updateTable('bookings')
          .set({ state: 'completed', state_since: sql`now()`, passport_expiries: '{}' })
          .where('state', '=', 'confirmed')
          .where('last_arrival_at', '<', sql<Date>`now()`)
          .where(isNotLeased)
          .returning('id')
          .execute();
        if (completed.length > 0)
          await trx
            .insertInto('booking_steps')
            .values(completed.map(({ id }) => ({ booking_id: id, state: 'completed' as const })))
            .execute();
      }),
  });
