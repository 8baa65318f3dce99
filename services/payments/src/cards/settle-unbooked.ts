import type { Context } from '../context.ts';
import { fromNow, retryDelay } from '../db/leases.ts';
import { inRequestOf } from '../request-of.ts';
import type { Payment } from './payment-rows.ts';
import { enqueuePayment } from './settle-payment.job.ts';
import { settleCutOff, voidPayment } from './settle-payment.ts';

/** Settles a payment without a booking whose lease is ours, or leaves it for its next try. */
export const settleUnbooked = (context: Context, leased: Payment): Promise<void> =>
  inRequestOf(leased, () => settle(context, leased));

async function settle(context: Context, leased: Payment): Promise<void> {
  const { db, config, log } = context;
  const settled = await (
    leased.state === 'authorising' ? settleCutOff(context, leased) : voidPayment(context, leased)
  ).catch((error: unknown) => {
    log.warn({ err: error, payment: leased.id }, 'payment to be settled later');
    return leased;
  });
  if (settled.state !== 'authorising' && settled.state !== 'voiding') return;
  const delayMs = retryDelay(config, leased.attempts);
  await db
    .updateTable('payments')
    .set({ lease_until: null, next_attempt_at: fromNow(delayMs) })
    .where('id', '=', leased.id)
    .where('state', 'in', ['authorising', 'voiding'])
    .execute();
  enqueuePayment(context, leased.id, delayMs);
}
