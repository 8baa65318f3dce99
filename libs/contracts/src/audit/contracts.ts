import { defineContract } from '../contract.ts';
import { successSchema } from '../accounts/account.schema.ts';
import { auditEventSchema, auditPageSchema, auditQuerySchema } from './audit.schema.ts';
import { listAuditEntries, recordAuditEvent } from './endpoints.ts';

export const listAuditEntriesContract = defineContract(listAuditEntries, {
  summary: 'Audit trail',
  access: 'admin',
  query: auditQuerySchema,
  response: auditPageSchema,
});

export const recordAuditEventContract = defineContract(recordAuditEvent, {
  summary: 'Add an action to the audit trail',
  access: 'service',
  callers: ['payments'],
  body: auditEventSchema,
  response: successSchema,
});
