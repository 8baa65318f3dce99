import type { SendMail } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

export interface NewMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  body: string;
}

/**
 * Inserts a mail into the outbox and returns its id. Call it in the transaction of the event that causes the mail; the
 * send-mail job, or the sweep, sends it. (MAIL-02)
 */
export async function insertMail(db: Database, mail: NewMail): Promise<string> {
  const { id } = await db
    .insertInto('mails')
    .values({
      recipient: mail.recipient,
      reply_to: mail.replyTo,
      subject: mail.subject,
      body: mail.body,
      sent_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const maxRetryDelaySeconds = 600;

/** Milliseconds until the next attempt to send a mail, at least 50; undefined if it was sent. */
export async function msUntilMailDue(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('mails')
    .select(sql<number>`greatest(50, extract(epoch from (next_attempt_at - now())) * 1000)::float8`.as('ms'))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return row?.ms;
}

/**
 * Sends all due mails, or only the one with this id if it is due. Each is locked in a separate transaction, so that two
 * workers never send the same one.
 */
export async function sendDueMails(db: Database, send: SendMail, id?: string): Promise<void> {
  for (;;) {
    const outcome = await db.transaction().execute(async (trx) => {
      const mail = await trx
        .selectFrom('mails')
        .selectAll()
        .where('sent_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('next_attempt_at', '<=', new Date())
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!mail) return 'none';
      const row = trx.updateTable('mails').where('id', '=', mail.id);
      try {
        await send({
          id: mail.id,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body,
          ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
        });
        await row.set({ sent_at: new Date(), attempts: mail.attempts + 1 }).execute();
        return 'sent';
      } catch {
        const retryDelaySeconds = Math.min(2 ** mail.attempts, maxRetryDelaySeconds);
        await row
          .set({
            attempts: mail.attempts + 1,
            next_attempt_at: sql`now() + make_interval(secs => ${retryDelaySeconds})`,
          })
          .execute();
        return 'failed';
      }
    });
    if (outcome === 'none') return;
  }
}
