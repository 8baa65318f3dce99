import { defineJobHandler } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { againWhenDue, msUntilDue } from '../db/due.ts';
import { takeDuePayments } from '../recovery/take-due.ts';
import { settlePaymentJob } from './settle-payment.job.ts';
import { settleUnbooked } from './settle-unbooked.ts';

const msUntilUnused = ({ UNUSED_HOLD_MS }: PaymentsConfig) => sql<number>`
  (${UNUSED_HOLD_MS} - extract(epoch from (now() - created_at)) * 1000)::float8`;

export const settlePaymentHandler = (context: Context) =>
  defineJobHandler({
    job: settlePaymentJob,
    async run({ paymentId }) {
      for (const payment of await takeDuePayments(context, paymentId)) await settleUnbooked(context, payment);
      const waiting = await context.db
        .selectFrom('payments')
        .select((eb) =>
          eb
            .case()
            .when('state', '=', 'authorised')
            .then(msUntilUnused(context.config))
            .else(msUntilDue)
            .end()
            .as('ms'),
        )
        .where('id', '=', paymentId)
        .where('booking_id', 'is', null)
        .where('state', 'in', ['authorising', 'authorised', 'voiding'])
        .executeTakeFirst();
      return againWhenDue(waiting);
    },
  });
