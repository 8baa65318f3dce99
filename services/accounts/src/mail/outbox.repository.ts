import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import { insertOutboxRow, type OutboxRow } from '@fareline/service-kit/outbox';
import { sql } from 'kysely';
import type { Database, MailKind, MailPayload } from '../db/schema.ts';
import { limits } from '../limits.ts';

/** A mail to a user, to an address that may have no account, or with a text that contains no secret. */
export type NewMail = { kind: MailKind; subject: string } & MailPayload;

export type Mail = OutboxRow<MailKind, MailPayload>;

interface MailQueue {
  max: number;
  message: string;
  limit: LimitName;
  recipient?: string;
}

const mailQueue: MailQueue = {
  max: limits.waitingMails,
  message: 'Our mail is delayed right now. Please try again in a minute.',
  limit: 'mail_queue',
};

const queueRetryAfterSeconds = 60;

/**
 * Throws SERVICE_UNAVAILABLE when too many mails of a kind wait, or those to one recipient, for requests that anyone can make. Concurrent
 * requests may exceed the limit by the connections of the pools; mails about what has happened are always inserted. (LIMIT-06)
 */
export async function requireMailQueue(
  db: Database,
  kind: MailKind,
  { max, message, limit, recipient }: MailQueue = mailQueue,
): Promise<void> {
  const { rows } = await sql`
    select from outbox where kind = ${kind} and done_at is null and subject = coalesce(${recipient ?? null}, subject)
    offset ${max - 1} limit 1`.execute(db);
  if (rows.length > 0)
    throw new AppError('SERVICE_UNAVAILABLE', { message, retryAfterSeconds: queueRetryAfterSeconds, limit });
}

const nextMinute = sql<Date>`date_trunc('minute', now()) + interval '1 minute'`;

/**
 * Inserts a mail into the outbox and returns its id. Call it in the transaction of the event that causes the mail: it is sent at
 * once, or with the others to the same mailbox in the digest of the next minute. (MAIL-02)
 */
export async function insertMail(
  db: Database,
  { kind, subject, ...payload }: NewMail,
  { inDigest = false }: { inDigest?: boolean } = {},
): Promise<string> {
  const id = await insertOutboxRow(db, {
    ...{ kind, subject, payload },
    ...(inDigest
      ? {
          batch: sql<string>`concat_ws(' ', ${payload.brand}::text, ${subject}::text, ${nextMinute})`,
          dueAt: nextMinute,
        }
      : {}),
  });
  return id as string;
}
