import type { SendMail } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

export interface NewMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  body: string;
}

/** Written in the transaction of the fact that the mail tells of; the job sends it. (MAIL-02) */
export async function queueMail(db: Db, mail: NewMail): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      recipient: mail.recipient,
      reply_to: mail.replyTo,
      subject: mail.subject,
      body: mail.body,
      sent_at: null,
    })
    .execute();
}

const longestPauseSeconds = 600;

/** Sends what is due, each mail in its own transaction so that two workers never take the same. Answers how many went out. */
export async function sendDueMails(db: Db, send: SendMail): Promise<number> {
  let sent = 0;
  for (;;) {
    const outcome = await db.transaction().execute(async (trx) => {
      const mail = await trx
        .selectFrom('mails')
        .selectAll()
        .where('sent_at', 'is', null)
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
        const pause = Math.min(2 ** mail.attempts, longestPauseSeconds);
        await row
          .set({ attempts: mail.attempts + 1, next_attempt_at: sql`now() + make_interval(secs => ${pause})` })
          .execute();
        return 'failed';
      }
    });
    if (outcome === 'none') return sent;
    if (outcome === 'sent') sent += 1;
  }
}
