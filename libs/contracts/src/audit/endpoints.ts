/** The audit trail, newest first, filtered by action and by text in actor or subject. Administrators only. (ACCOUNT-05) */
export const listAuditEntries = { method: 'GET', path: '/api/admin/audit' } as const;

/** Adds an action of another service to the audit trail, once per event. (ACCOUNT-05) */
export const recordAuditEvent = { method: 'POST', path: '/internal/audit-events' } as const;
