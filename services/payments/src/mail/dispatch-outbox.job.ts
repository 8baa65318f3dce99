import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { getBooking } from '../bookings/booking.repository.ts';
import { ensureGuestAccount } from '../bookings/guest-account.ts';
import {
  createLeaseToken,
  fromNow,
  isNotLeased,
  getRetryDelayMs,
  msUntilDue,
  rerunWhenDue,
  startHeartbeat,
} from '../db/leases.ts';
import type { Database, OutboxTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import { sendBookingMail } from './send-booking-mail.ts';

/** Dispatches one outbox event of a booking: sends an email or creates an account. */
export const dispatchOutboxJob = defineJob({
  name: 'dispatch-outbox',
  payload: z.object({ outboxId: z.int() }),
});

export const dispatchOutboxHandler = (deps: Deps) =>
  defineJobHandler({
    job: dispatchOutboxJob,
    async run({ outboxId }) {
      await dispatchOutbox(deps, outboxId);
      const dueIn = await deps.db
        .selectFrom('outbox')
        .select(msUntilDue.as('ms'))
        .where('id', '=', outboxId)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });

/**
 * Dispatches due events whose job was lost. Apart from the sweep of bookings and payments, so that no mail waits for a provider's
 * call. (MONEY-25, MAIL-01)
 */
export const sweepOutboxHandler = (deps: Deps) =>
  defineJobHandler({
    job: defineJob({ name: 'sweep-outbox', payload: z.object({}), everyMs: deps.config.SWEEP_EVERY_MS }),
    async run() {
      await dispatchOutbox(deps);
    },
  });

/** The mails that are not sent; the outbox also has accounts to create. */
export async function countWaitingMails(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .where('event_type', '!=', 'guest_account')
    .executeTakeFirstOrThrow();
  return count;
}

type OutboxEvent = Selectable<OutboxTable>;

const batchSize = 10;

async function leaseDueEvents({ db, config }: Deps, id: number | undefined): Promise<OutboxEvent[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where(isNotLeased)
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .set({ lease_token: createLeaseToken(), lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

async function deliverEvent(deps: Deps, event: OutboxEvent): Promise<void> {
  const booking = await getBooking(deps.db, event.booking_id);
  await runWithRequestId(booking, async () => {
    if (event.event_type === 'guest_account')
      await ensureGuestAccount(deps, booking, { withCredentials: false });
    else await sendBookingMail(deps, booking, event);
    deps.log.info({ booking: booking.id, eventType: event.event_type }, 'outbox event dispatched');
  });
}

async function processEvent(deps: Deps, event: OutboxEvent): Promise<void> {
  const { db, config, log, killPoint } = deps;
  const leasedRow = db
    .updateTable('outbox')
    .where('id', '=', event.id)
    .where('lease_token', '=', event.lease_token);
  const stopHeartbeat = startHeartbeat(deps, () =>
    leasedRow
      .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
      .where('done_at', 'is', null)
      .execute(),
  );
  try {
    killPoint(`before:outbox:${event.event_type}`);
    await deliverEvent(deps, event).finally(stopHeartbeat);
    killPoint(`after:outbox:${event.event_type}`);
    await leasedRow.set({ done_at: sql`now()`, lease_until: null }).execute();
  } catch (error) {
    log.warn(
      { err: error, booking: event.booking_id, eventType: event.event_type },
      'outbox event failed, will be retried',
    );
    const delayMs = getRetryDelayMs(config, event.attempts);
    await leasedRow
      .set({ attempts: event.attempts + 1, lease_until: null, next_attempt_at: fromNow(delayMs) })
      .execute();
    deps.enqueue.outboxEvent(event.id, delayMs);
  }
}

/** Dispatches a batch of due outbox events, or only the event with this id if it is due. */
async function dispatchOutbox(deps: Deps, id?: number): Promise<void> {
  const events = await leaseDueEvents(deps, id);
  await Promise.all(events.map((event) => processEvent(deps, event)));
}
