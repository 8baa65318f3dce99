import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import { noteOtherFlights, insertPendingEvent } from '../bookings/pending-event.repository.ts';
import { isSame } from '../bookings/same-flights.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { queueOrderDifference } from '../reconciliation/order-difference.ts';
import { readDecisions } from '../reconciliation/open-undecided-case.ts';
import { readEvents } from './pending-events.ts';

/** Orders that one run reads at the same time, so that one that hangs does not delay all others. */
const parallel = 4;

/** An hour over the day in which each order is read: from then on not all of them have their turn. */
const behindAfterSeconds = 25 * 3600;

const isUpcoming = sql`state = 'confirmed' and order_id is not null and last_arrival_at > now()`;

/** Time since the order of an upcoming booking was read, of the one that has waited longest; 0 without one. (LEDGER-12) */
export async function getOrderReadAge({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(order_read_at)), 0)::float8 as age
    from bookings where ${isUpcoming}`.execute(db);
  return rows[0]?.age ?? 0;
}

/**
 * Leases the booking whose order was not read for longest, a day at least, to one replica. While more are due than can be read, the one
 * that departs next. One that cannot be read has its next turn in an hour, so that it does not keep the others from theirs.
 */
async function takeNext({ db }: Deps): Promise<Booking | undefined> {
  const isBehind = (await getOrderReadAge({ db })) > behindAfterSeconds;
  // Local times are near enough for an order of turns. A trip under way comes first.
  const turn = isBehind ? sql`booking_data #>> '{slices,0,departure_time}'` : sql`order_read_at`;
  const { rows } = await sql<Booking>`
    update bookings set order_read_lease_until = now() + interval '1 hour'
    where id = (
      select id from bookings
      where ${isUpcoming} and order_read_at < now() - interval '1 day'
        and (order_read_lease_until is null or order_read_lease_until < now())
      order by ${turn} limit 1 for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

const endLease = (db: Database, { id }: Booking, isRead: boolean) =>
  db
    .updateTable('bookings')
    .set({ order_read_lease_until: null, ...(isRead && { order_read_at: sql`now()` }) })
    .where('id', '=', id)
    .execute();

/** Whether the booking stands as it did before its order was read, so that the two can be compared. */
const isUnchanged = (before: Booking, now: Booking): boolean =>
  now.state === before.state &&
  now.state_since.getTime() === before.state_since.getTime() &&
  now.flights_version === before.flights_version;

/** Stores as an event what the airline did, which is acted on as if it had told of it. Returns whether there is something. */
async function noteNews(trx: Database, booking: Booking, order: BookedOrder): Promise<boolean> {
  const { id, booking_data: data } = booking;
  const { airlineChange: change } = order;
  const known = data.airline_change;
  if (order.isCancelled) await insertPendingEvent(trx, id, 'cancelled', `order:${order.id}`);
  else if (change && change.id !== known?.id) await insertPendingEvent(trx, id, 'changed', change.id);
  else if (!isSame(order.data.slices, data.slices)) await noteOtherFlights(trx, booking, order);
  else if (change?.answeredAt && known?.answered_at === null)
    await insertPendingEvent(trx, id, 'changed', change.id);
  else return false;
  return true;
}

/** Reads the order whose turn it is. Returns whether there was one, and the budget of provider calls had room for it. */
async function readNext(deps: Deps): Promise<boolean> {
  const { db, log } = deps;
  const before = await takeNext(deps);
  if (!before?.order_id) return false;
  try {
    const decisions = await readDecisions(db, before.id);
    const order = await deps.flightProvider.readOrderInBudget(before.mode, before.order_id);
    if (!order) {
      await endLease(db, before, false);
      return false;
    }
    const isNews = await db.transaction().execute(async (trx) => {
      const now = await trx
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', before.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // The order may be that of before or after the work on its booking, and is read again when the work ends.
      const isComparable = isUnchanged(before, now);
      await endLease(trx, now, isComparable);
      return isComparable ? noteNews(trx, now, order) : undefined;
    });
    if (isNews) await readEvents(deps, before);
    else if (isNews === false) await queueOrderDifference(deps, before, order, decisions);
  } catch (error) {
    log.warn({ err: error, booking: before.id }, 'the order of an upcoming booking could not be read');
  }
  return true;
}

/**
 * Reads the order of each upcoming booking once a day, because an event of the airline may have been lost: what it has cancelled, changed,
 * sold or priced otherwise. (LEDGER-12)
 */
export function readOrdersHandler(deps: Deps) {
  const { HOUSEKEEPING_EVERY_MS: everyMs, ORDER_READS_PER_MINUTE } = deps.config;
  let isRunning = false;
  return defineJobHandler({
    job: defineJob({ name: 'read-orders', payload: z.object({}), everyMs }),
    async run() {
      // Runs that take longer than the interval would pile up and leave other jobs no worker.
      if (isRunning) return;
      isRunning = true;
      try {
        const turns = Array(ORDER_READS_PER_MINUTE).keys();
        const readTurns = async () => {
          for (const _ of turns) if (!(await readNext(deps))) return;
        };
        await Promise.all(Array.from({ length: parallel }, readTurns));
      } finally {
        isRunning = false;
      }
    },
  });
}
