import { sql } from 'kysely';
import type { Database, MailKind, OutboxKind } from '../db/schema.ts';

/** Makes the last mail of a kind due again, as another message. Returns its row; undefined when none was sent. (REVIEW-02, TRIP-02) */
export async function repeatMail(
  db: Database,
  { bookingId, kind, actionId }: { bookingId: string; kind: MailKind; actionId: string },
): Promise<string | undefined> {
  const latest = await db
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('subject', '=', bookingId)
    .where('kind', '=', kind as OutboxKind)
    .where('done_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!latest) return undefined;
  await db
    .updateTable('outbox')
    .set({
      ...{ done_at: null, attempts: 0, next_attempt_at: sql`now()` },
      payload: JSON.stringify({ ...latest.payload, actionId }),
    })
    .where('id', '=', latest.id)
    .execute();
  return latest.id;
}
