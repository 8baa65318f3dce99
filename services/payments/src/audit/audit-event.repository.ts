import { insertOutboxRow } from '@fareline/service-kit/outbox';
import type { AuditEvent, Database } from '../db/schema.ts';
import { getCurrentRequestId } from '../request-id.ts';

/**
 * Inserts an action for the audit trail; the outbox sends it to accounts. Call it in the transaction of the
 * action. (ACCOUNT-05)
 */
export async function insertAuditEvent(
  trx: Database,
  action: Omit<AuditEvent, 'at' | 'request_id'>,
): Promise<void> {
  const event: AuditEvent = {
    ...action,
    at: new Date().toISOString(),
    request_id: getCurrentRequestId(),
  };
  await insertOutboxRow(trx, { kind: 'audit_event', subject: action.subject, payload: event });
}
