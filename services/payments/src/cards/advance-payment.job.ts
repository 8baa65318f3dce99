import { msUntilDue, rerunWhenDue } from '@fareline/service-kit/db/leases';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { activeStates, advancePayment, leaseDuePayments } from './advance-payment.ts';

/** Continues one payment without a booking when its row is due. (MONEY-26) */
export const advancePaymentJob = defineJob({
  name: 'advance-payment',
  payload: z.object({ paymentId: z.uuid() }),
});

export const advancePaymentHandler = (deps: Deps) =>
  defineJobHandler({
    job: advancePaymentJob,
    async run({ paymentId }) {
      for (const payment of await leaseDuePayments(deps, paymentId)) await advancePayment(deps, payment);
      const dueIn = await deps.db
        .selectFrom('payments')
        .select(msUntilDue.as('ms'))
        .where('id', '=', paymentId)
        .where('booking_id', 'is', null)
        .where('state', 'in', activeStates)
        .executeTakeFirst();
      return rerunWhenDue(dueIn);
    },
  });
