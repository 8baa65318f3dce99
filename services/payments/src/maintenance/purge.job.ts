import { recordYears } from '@fareline/contracts';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { purgeAttempts } from '@fareline/service-kit/limits/table-window';
import { purgeOutbox } from '@fareline/service-kit/outbox';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Deletes expired idempotency keys, card attempts, counters of requests, codes and sessions of trips, quotes of changes, sent audit events, webhook events, runs of the reconciler and IP addresses. */
export const purgeHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: defineJob({ name: 'purge', payload: z.object({}), everyMs: config.HOUSEKEEPING_EVERY_MS }),
    async run() {
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', sql<Date>`now() - interval '72 hours'`)
        .execute();
      await db
        .deleteFrom('card_attempts')
        .where('at', '<', sql<Date>`now() - interval '2 days'`)
        .execute();
      await purgeAttempts(db);
      // Mails are part of the record of a booking.
      await purgeOutbox(db, ['audit_event', 'trip_code']);
      for (const table of ['trip_codes', 'trip_sessions'] as const)
        await db
          .deleteFrom(table)
          .where('expires_at', '<', sql<Date>`now()`)
          .execute();
      await db
        .deleteFrom('amendments')
        .where('kind', 'in', ['flights', 'bags'])
        .where('state', '=', 'quoted')
        // What was offered is part of the record of a booking.
        .where('offered_at', 'is', null)
        .where('expires_at', '<', sql<Date>`now() - interval '2 days'`)
        .execute();
      for (const table of ['webhook_events', 'webhook_tokens'] as const)
        await db
          .deleteFrom(table)
          .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
          .execute();
      // The privacy policy says when IP addresses are removed.
      await db
        .updateTable('payments')
        .set({ ip_address: null })
        .where('ip_address', 'is not', null)
        .where('created_at', '<', sql<Date>`now() - make_interval(years => ${recordYears})`)
        .execute();
      await db
        .deleteFrom('reconciliations')
        .where('finished_at', '<', sql<Date>`now() - interval '30 days'`)
        .execute();
    },
  });
