import { sql } from 'kysely';
import { advance } from '../bookings/advance.ts';
import { completeTrips } from '../bookings/complete-trips.ts';
import { settleCutOff, voidPayment } from '../cards/settle-payment.ts';
import type { Payment } from '../cards/payment-rows.ts';
import type { Context } from '../context.ts';
import { fromNow, retryDelay } from '../db/leases.ts';
import { emptyOutbox } from '../mail/outbox.ts';
import { inRequestOf } from '../request-of.ts';
import { takeDueBookings, takeDuePayments } from './take-due.ts';

async function settlePayment(context: Context, payment: Payment): Promise<void> {
  const { db, config, log } = context;
  const settled = await (
    payment.state === 'authorising' ? settleCutOff(context, payment) : voidPayment(context, payment)
  ).catch((error: unknown) => {
    log.warn({ err: error, payment: payment.id }, 'payment to be settled later');
    return payment;
  });
  if (settled.state !== 'authorising' && settled.state !== 'voiding') return;
  await db
    .updateTable('payments')
    .set({
      lease_until: null,
      next_attempt_at: fromNow(retryDelay(config, payment.attempts)),
    })
    .where('id', '=', payment.id)
    .where('state', 'in', ['authorising', 'voiding'])
    .execute();
}

async function forgetOld({ db }: Context): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '72 hours'`)
    .execute();
  await db
    .deleteFrom('card_attempts')
    .where('at', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
  await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/**
 * Takes what rests too long in a step and goes on from there. The only thing that recovers: a restart, a lost job or a
 * missing Redis need nothing else. Several at once share the work. (MONEY-25)
 */
export async function sweep(context: Context): Promise<void> {
  const [bookings, payments] = await Promise.all([takeDueBookings(context), takeDuePayments(context)]);
  await Promise.all([
    ...bookings.map((booking) => advance(context, booking)),
    ...payments.map((payment) => inRequestOf(payment, () => settlePayment(context, payment))),
  ]);
  await emptyOutbox(context);
  await completeTrips(context);
  await forgetOld(context);
}
