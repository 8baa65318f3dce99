import { fromNow, getRetryDelayMs, msUntilDue, rerunWhenDue } from '@fareline/service-kit/db/leases';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PaymentsConfig } from '../config.ts';
import type { PaymentState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import { resolveChallenge } from './challenge.ts';
import { voidPayment } from './payment-steps.ts';
import { resolveUnknownAuthorisation } from './resolve-unknown-authorisation.ts';
import { leaseDuePayments, startPaymentHeartbeat, type Payment } from './payment.repository.ts';

/** Resolves one payment without a booking: of unknown outcome, to be voided, or unused for too long. (MONEY-26) */
export const resolveUnbookedPaymentJob = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.uuid() }),
});

const unresolvedStates: readonly PaymentState[] = ['authorising', 'challenged', 'voiding'];

export const resolveUnbookedPaymentHandler = (deps: Deps) =>
  defineJobHandler({
    job: resolveUnbookedPaymentJob,
    async run({ paymentId }) {
      for (const payment of await leaseDuePayments(deps, paymentId))
        await resolveUnbookedPayment(deps, payment);
      const dueIn = await deps.db
        .selectFrom('payments')
        .select((eb) =>
          eb
            .case()
            .when('state', '=', 'authorised')
            .then(msUntilUnusedTimeout(deps.config))
            .else(msUntilDue)
            .end()
            .as('ms'),
        )
        .where('id', '=', paymentId)
        .where('booking_id', 'is', null)
        .where('state', 'in', [...unresolvedStates, 'authorised'])
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });

const msUntilUnusedTimeout = ({ UNUSED_HOLD_MS }: PaymentsConfig) => sql<number>`
  (${UNUSED_HOLD_MS} - extract(epoch from (now() - created_at)) * 1000)::float8`;

/** Resolves a leased payment without a booking, or schedules a retry. */
export const resolveUnbookedPayment = (deps: Deps, leased: Payment): Promise<void> =>
  runWithRequestId(leased, async () => {
    const stopHeartbeat = startPaymentHeartbeat(deps, leased);
    await resolveOrRetry(deps, leased).finally(stopHeartbeat);
  });

async function resolve(deps: Deps, leased: Payment): Promise<Payment> {
  if (leased.state === 'authorising') return resolveUnknownAuthorisation(deps, leased);
  if (leased.state === 'challenged') return (await resolveChallenge(deps, leased)).payment;
  return voidPayment(deps, leased);
}

async function resolveOrRetry(deps: Deps, leased: Payment): Promise<void> {
  const { db, config, log } = deps;
  const result = await resolve(deps, leased).catch((error: unknown) => {
    log.warn({ err: error, payment: leased.id }, 'payment not resolved, will be retried');
    return leased;
  });
  if (!unresolvedStates.includes(result.state)) return;
  const retryAt = fromNow(getRetryDelayMs(config, leased.attempts));
  const due = await db
    .updateTable('payments')
    .set({
      lease_until: null,
      // The time for the answer to a challenge goes on.
      next_attempt_at: sql`greatest(${retryAt}, case state when 'challenged' then challenge_until end)`,
    })
    .where('id', '=', leased.id)
    .where('state', 'in', unresolvedStates)
    .returning(msUntilDue.as('ms'))
    .executeTakeFirst();
  if (due) deps.enqueue.payment(leased.id, Math.max(0, due.ms));
}
