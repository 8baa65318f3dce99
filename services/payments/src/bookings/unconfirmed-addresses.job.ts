import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { waitingKinds } from './contact-correction.ts';

/** Queues bookings whose mails have waited for an hour for the code of a corrected address: somebody has to call. (GUARD-11) */
export const unconfirmedAddressesHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: defineJob({
      ...{ name: 'unconfirmed-addresses', payload: z.object({}) },
      everyMs: config.HOUSEKEEPING_EVERY_MS,
    }),
    async run() {
      const bookings = await db
        .selectFrom('bookings')
        .select(['id', 'mode', 'payment_id'])
        .where('pending_email', 'is not', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('outbox')
              .select('outbox.id')
              .whereRef('outbox.subject', '=', sql<string>`bookings.id::text`)
              .where('kind', 'in', waitingKinds)
              .where('done_at', 'is', null)
              .where('outbox.created_at', '<', sql<Date>`now() - interval '1 hour'`),
          ),
        )
        .execute();
      for (const booking of bookings)
        await openBookingCase(db, booking, {
          kind: 'mail_bounced',
          summary: 'Mails wait for the code of the corrected address: please call the traveller.',
        });
    },
  });
