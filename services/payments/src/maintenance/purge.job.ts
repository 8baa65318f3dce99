import { defineJob, defineJobHandler, purgeAttempts } from '@fareline/service-kit';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/**
 * Clears hashes that the release before writes during a roll-out or after a rollback, because they may cover a card number. Its
 * keys have no visitor; their repeats are still recognised for an hour. Remove this with the next release. (MONEY-32)
 */
async function clearEarlierHashes(db: Database): Promise<void> {
  await sql`
    update bookings set request_hash = ''
    from idempotency_keys as keys
    where keys.booking_id = bookings.id and keys.payment_id is not null and keys.visitor_hash is null
      and keys.created_at < now() - interval '1 hour' and request_hash <> ''`.execute(db);
  await sql`
    update idempotency_keys set body_hash = ''
    where (booking_id is null or payment_id is not null) and visitor_hash is null
      and created_at < now() - interval '1 hour' and body_hash <> ''`.execute(db);
}

/** Deletes expired idempotency keys, card attempts, counters of requests, webhook events and runs of the reconciler. */
export const purgeHandler = ({ db, config }: Pick<Deps, 'config' | 'db'>) =>
  defineJobHandler({
    job: defineJob({ name: 'purge', payload: z.object({}), everyMs: config.HOUSEKEEPING_EVERY_MS }),
    async run() {
      await clearEarlierHashes(db);
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', sql<Date>`now() - interval '72 hours'`)
        .execute();
      await db
        .deleteFrom('card_attempts')
        .where('at', '<', sql<Date>`now() - interval '2 days'`)
        .execute();
      await purgeAttempts(db);
      await db
        .deleteFrom('webhook_events')
        .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
        .execute();
      await db
        .deleteFrom('reconciliations')
        .where('finished_at', '<', sql<Date>`now() - interval '30 days'`)
        .execute();
    },
  });
