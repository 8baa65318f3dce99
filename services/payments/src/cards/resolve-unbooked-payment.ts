import type { Deps } from '../deps.ts';
import { fromNow, getRetryDelayMs } from '../db/leases.ts';
import { runWithRequestId } from '../request-id.ts';
import type { Payment } from './payment.repository.ts';
import { enqueuePayment } from './resolve-unbooked-payment.job.ts';
import { resolveUnknownAuthorisation, voidPayment } from './payment-steps.ts';

/** Resolves a leased payment without a booking, or schedules a retry. */
export const resolveUnbookedPayment = (deps: Deps, leased: Payment): Promise<void> =>
  runWithRequestId(leased, () => resolveOrRetry(deps, leased));

async function resolveOrRetry(deps: Deps, leased: Payment): Promise<void> {
  const { db, config, log } = deps;
  const result = await (
    leased.state === 'authorising' ? resolveUnknownAuthorisation(deps, leased) : voidPayment(deps, leased)
  ).catch((error: unknown) => {
    log.warn({ err: error, payment: leased.id }, 'payment not resolved, will be retried');
    return leased;
  });
  if (result.state !== 'authorising' && result.state !== 'voiding') return;
  const delayMs = getRetryDelayMs(config, leased.attempts);
  await db
    .updateTable('payments')
    .set({ lease_until: null, next_attempt_at: fromNow(delayMs) })
    .where('id', '=', leased.id)
    .where('state', 'in', ['authorising', 'voiding'])
    .execute();
  enqueuePayment(deps, leased.id, delayMs);
}
