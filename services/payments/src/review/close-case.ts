import type { User } from '@fareline/contracts';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import type { Database } from '../db/schema.ts';
import type { StoredCase } from '../review-cases/review-case.repository.ts';

/** What support has decided on a case. */
export interface Decision {
  user: User;
  ipAddress: string;
  text: string;
}

/** Closes what the reconciler has found, as support has ended it: the same difference of a later edit is another case. */
export const closeFindings = (trx: Database, subjects: readonly string[], closedBy: string) =>
  trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: closedBy, subject: sql`subject || ':' || id` })
    .where('kind', '=', 'reconciliation')
    .where('closed_at', 'is', null)
    .where('subject', 'in', subjects)
    .execute();

/** Closes a case that the transaction has locked, and says in the audit trail why. */
export async function closeCase(
  trx: Database,
  { id, kind, subject }: StoredCase,
  { user, ipAddress, text }: Decision,
  details: Record<string, string> = {},
): Promise<void> {
  await trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: user.username })
    .where('id', '=', id)
    .execute();
  await insertAuditEvent(trx, {
    ...{ action: 'case_closed', actor: 'user', user_id: user.id, subject },
    details: { kind, reason: text, ...details },
    ip_address: ipAddress,
  });
}
