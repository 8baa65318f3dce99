import { auditActions, type AuditAction } from '@fareline/contracts';
import { Button, Field, Input, Select } from '@fareline/ui-theme';
import { useState } from 'react';
import { StaffPage } from '../layout/staff-page.tsx';
import { actionLabels } from './audit-labels.ts';
import { AuditTrail } from './audit-trail.tsx';
import type { AuditFilter } from './audit-queries.ts';

const allActions = 'all';
const actionOptions = [
  { value: allActions, label: 'All actions' },
  ...auditActions.map((action) => ({ value: action, label: actionLabels[action] })),
];

interface Request {
  filter: AuditFilter;
  /** Differs when the same filter is used again. */
  requestCount: number;
}

/** `/admin/audit`; the service authorises the requests. (ACCOUNT-05) */
export function Component() {
  const [{ filter, requestCount }, setUsed] = useState<Request>({ filter: {}, requestCount: 0 });
  const [text, setText] = useState('');
  /** Requests the entries, also when the filter is the same; the text that was typed counts for each filter. */
  const search = (action: AuditFilter['action']) =>
    setUsed({ filter: { action, text: text.trim() }, requestCount: requestCount + 1 });
  return (
    <StaffPage title="Audit trail">
      <div className="grid gap-6">
        <h1 className="page-heading">Audit trail</h1>
        <form
          className="flex flex-wrap items-end gap-4"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            search(filter.action);
          }}
        >
          <Field label="Action" className="min-w-48 flex-1">
            <Select
              value={filter.action ?? allActions}
              options={actionOptions}
              onValueChange={(value) => search(value === allActions ? undefined : (value as AuditAction))}
            />
          </Field>
          <Field label="Name or subject" className="min-w-48 flex-1">
            <Input
              type="search"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button type="submit">Filter</Button>
        </form>
        <AuditTrail key={requestCount} filter={filter} requestCount={requestCount} />
      </div>
    </StaffPage>
  );
}
