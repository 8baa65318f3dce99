import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import { recordAirlineChange } from './record-airline-change.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';

/** Bookings in each run, so that searches keep nearly all of the provider's budget. */
const batchSize = 5;

/** Leases the bookings with a flight ahead that were not asked about for a day, each to one replica. */
async function takeBatch({ db }: Deps): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    update bookings set changes_read_at = now()
    where id in (
      select id from bookings
      where state = 'confirmed' and order_id is not null and last_arrival_at > now()
        and coalesce(changes_read_at, created_at) < now() - interval '1 day'
      order by coalesce(changes_read_at, created_at)
      limit ${batchSize} for update skip locked
    )
    returning *`.execute(db);
  return rows;
}

/** Records what the airline has changed since, or has been answered elsewhere. */
async function pollBooking(deps: Deps, { mode, order_id: orderId, booking_data }: Booking): Promise<void> {
  if (!orderId) return;
  const latest = await deps.flightProvider.findAirlineChange(mode, orderId);
  const known = booking_data.airline_change;
  if (!latest) return;
  if (latest.id === known?.id && (known.answered_at !== null || latest.answeredAt === null)) return;
  await recordAirlineChange(deps, { mode, orderId, eventId: latest.id });
}

/** Asks once a day for changes by the airline, whose events may have been lost. (TRIP-05) */
export const pollAirlineChangesHandler = (deps: Deps) =>
  defineJobHandler({
    job: defineJob({
      ...{ name: 'poll-airline-changes', payload: z.object({}) },
      everyMs: deps.config.HOUSEKEEPING_EVERY_MS,
    }),
    async run() {
      for (const booking of await takeBatch(deps))
        try {
          await pollBooking(deps, booking);
        } catch (error) {
          deps.log.warn({ err: error, booking: booking.id }, 'the changes of an order could not be read');
        }
    },
  });
