import { defineJobHandler } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { rerunWhenDue, msUntilDue } from '../db/due.ts';
import { leaseDuePayments } from '../recovery/lease-due.repository.ts';
import { resolveUnbookedPaymentJob } from './resolve-unbooked-payment.job.ts';
import { resolveUnbookedPayment } from './resolve-unbooked-payment.ts';

const msUntilUnusedTimeout = ({ UNUSED_HOLD_MS }: PaymentsConfig) => sql<number>`
  (${UNUSED_HOLD_MS} - extract(epoch from (now() - created_at)) * 1000)::float8`;

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
        .where('state', 'in', ['authorising', 'authorised', 'voiding'])
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });
