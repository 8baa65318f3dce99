import type { ColumnType, Generated } from 'kysely';

/** The outbox: a row is written with the fact that it tells of, and sent by the job. */
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
