import type { ColumnType, Generated } from 'kysely';

/** The outbox: a row is inserted in the transaction of the event that causes the mail, and sent by a job. */
export interface MailsTable {
  id: Generated<string>;
  recipient: string;
  reply_to: string | null;
  subject: string;
  body: string;
  created_at: ColumnType<Date, never, never>;
  sent_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date, never, Date>;
}
