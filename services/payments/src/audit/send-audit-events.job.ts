import { recordAuditEvent } from '@fareline/contracts';
import { defineJob, defineJobHandler } from '@fareline/service-kit/jobs/define-job';
import { sql } from 'kysely';
import { z } from 'zod';
import { fromNow, getRetryDelayMs } from '../db/leases.ts';
import type { Deps } from '../deps.ts';

/** Sends the next due event. Returns false if there is none or it could not be sent. */
const sendNextEvent = ({ db, callAccounts, config, log }: Deps): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('audit_events')
      .selectAll()
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    try {
      await callAccounts(recordAuditEvent, { body: { event_id: row.id, ...row.event } });
      await trx.deleteFrom('audit_events').where('id', '=', row.id).execute();
      return true;
    } catch (error) {
      log.warn({ err: error, event: row.id }, 'audit event failed, will be retried');
      const next_attempt_at = fromNow(getRetryDelayMs(config, row.attempts));
      await trx
        .updateTable('audit_events')
        .set({ next_attempt_at, attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .execute();
      return false;
    }
  });

/** Sends actions to the audit trail of accounts, which ignores those that it already has. (ACCOUNT-05) */
export const sendAuditEventsHandler = (deps: Deps) =>
  defineJobHandler({
    job: defineJob({
      name: 'send-audit-events',
      payload: z.object({}),
      everyMs: deps.config.SWEEP_EVERY_MS,
    }),
    async run() {
      while (await sendNextEvent(deps));
    },
  });
