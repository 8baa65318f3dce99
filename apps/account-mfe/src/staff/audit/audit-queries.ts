import { listAuditEntries, type AuditAction } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

export interface AuditFilter {
  action?: AuditAction | undefined;
  text?: string | undefined;
}

/** The newest entries of the audit trail; requested anew at each visit of the screen and each use of the filter. (ACCOUNT-05) */
export const auditQueryOptions = (filter: AuditFilter, requestCount: number) =>
  queryOptions({
    queryKey: [listAuditEntries.path, filter, requestCount],
    queryFn: ({ signal }) => call(listAuditEntries, { query: filter, signal }),
    retry: false,
    gcTime: 0,
  });
