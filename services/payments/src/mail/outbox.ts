import { sql, type Selectable } from 'kysely';
import { bookingById } from '../bookings/booking-rows.ts';
import { makeGuestAccount } from '../bookings/guest-account.ts';
import type { Context } from '../context.ts';
import { fromNow, newLease, retryDelay } from '../db/leases.ts';
import type { OutboxTable } from '../db/tables/outbox.ts';
import { inRequestOf } from '../request-of.ts';
import { enqueueOutbox } from './dispatch-outbox.job.ts';
import { sendBookingMail } from './send-booking-mail.ts';

type Message = Selectable<OutboxTable>;

const batch = 10;
const sendLimitMs = 60_000;

async function take({ db, config }: Context, id: number | undefined): Promise<Message[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
        .orderBy('next_attempt_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .set({ lease_token: newLease(), lease_until: fromNow(sendLimitMs + config.LEASE_MARGIN_MS) })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

async function deliver(context: Context, message: Message): Promise<void> {
  const booking = await bookingById(context.db, message.booking_id);
  await inRequestOf(booking, async () => {
    if (message.fact === 'guest_account')
      await makeGuestAccount(context, booking, { withCredentials: false });
    else await sendBookingMail(context, booking, message.fact);
    context.log.info({ booking: booking.id, fact: message.fact }, 'told');
  });
}

async function handle(context: Context, message: Message): Promise<void> {
  const { db, config, log, killPoint } = context;
  const mine = db
    .updateTable('outbox')
    .where('id', '=', message.id)
    .where('lease_token', '=', message.lease_token);
  try {
    killPoint(`before:outbox:${message.fact}`);
    await deliver(context, message);
    killPoint(`after:outbox:${message.fact}`);
    await mine.set({ done_at: sql`now()`, lease_until: null }).execute();
  } catch (error) {
    log.warn({ err: error, booking: message.booking_id, fact: message.fact }, 'to be told again');
    const delayMs = retryDelay(config, message.attempts);
    await mine
      .set({ attempts: message.attempts + 1, lease_until: null, next_attempt_at: fromNow(delayMs) })
      .execute();
    enqueueOutbox(context, message.id, delayMs);
  }
}

/** Tells others what the bookings promised, or the one fact of this id: accounts to be made, mails to be sent. */
export async function dispatchOutbox(context: Context, id?: number): Promise<void> {
  const messages = await take(context, id);
  await Promise.all(messages.map((message) => handle(context, message)));
}
