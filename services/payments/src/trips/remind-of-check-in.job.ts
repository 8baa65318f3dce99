import { checkInOpeningHours, toInstant } from '@fareline/contracts';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';

type Trip = Pick<Booking, 'id' | 'booking_data'>;

/** The wish ends with the mail, or without one when check-in is open, as the confirmation said, or the flights are not flown. */
async function remind({ db, enqueue }: Deps, { id, booking_data: data }: Trip): Promise<void> {
  const [slice] = data.slices;
  if (!slice?.departure_time) return;
  const departsAt = toInstant(slice.departure_time, slice.origin.time_zone);
  const hoursLeft = (departsAt.getTime() - Date.now()) / 3600_000;
  if (hoursLeft > checkInOpeningHours.first) return;
  const isNews = hoursLeft > checkInOpeningHours.last && data.airline_change?.is_cancelled !== true;
  const outboxId = await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('bookings')
      .set({ wants_check_in_reminder: false })
      .where('id', '=', id)
      .where('wants_check_in_reminder', '=', true)
      .returning('id')
      .executeTakeFirst();
    return ended && isNews ? insertOutboxRow(trx, { kind: 'mail_check_in', subject: id }) : undefined;
  });
  if (outboxId) enqueue.outboxEvent(outboxId);
}

/** Mails those who have asked for it, once, before check-in opens for their first flight. */
export const remindOfCheckInHandler = (deps: Deps) =>
  defineJobHandler({
    job: defineJob({
      ...{ name: 'remind-of-check-in', payload: z.object({}) },
      everyMs: deps.config.HOUSEKEEPING_EVERY_MS,
    }),
    async run() {
      const trips = await deps.db
        .selectFrom('bookings')
        .select(['id', 'booking_data'])
        .where('wants_check_in_reminder', '=', true)
        .where('state', '=', 'confirmed')
        // Local times are at most 14 hours ahead of UTC. As text, which the index has.
        .where(
          sql<string>`booking_data #>> '{slices,0,departure_time}'`,
          '<',
          sql<string>`to_char(now() at time zone 'UTC' + interval '62 hours', 'YYYY-MM-DD"T"HH24:MI:SS')`,
        )
        .execute();
      for (const trip of trips) await remind(deps, trip);
    },
  });
