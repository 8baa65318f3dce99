import type { z } from 'zod';
import type { successSchema } from '../accounts/account.schema.ts';
import type { Endpoint } from '../endpoint.ts';
import type { auditEventSchema, AuditPage, auditQuerySchema } from './audit.schema.ts';

/** The audit trail, newest first, filtered by action and by text in actor or subject. Administrators only. (ACCOUNT-05) */
export const listAuditEntries: Endpoint<{
  query: z.input<typeof auditQuerySchema>;
  response: AuditPage;
}> = {
  method: 'GET',
  path: '/api/admin/audit',
};

/** Adds an action of another service to the audit trail, once per event. (ACCOUNT-05) */
export const recordAuditEvent: Endpoint<{
  body: z.input<typeof auditEventSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/internal/audit-events',
};
