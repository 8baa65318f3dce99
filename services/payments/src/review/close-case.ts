import type { User } from '@fareline/contracts';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import type { Database } from '../db/schema.ts';
import type { StoredCase } from '../review-cases/review-case.repository.ts';

/** Of support, on a case. */
export interface Decision {
  user: User;
  ipAddress: string;
  text: string;
}

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
