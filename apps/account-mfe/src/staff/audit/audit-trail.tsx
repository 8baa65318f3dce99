import { listAuditEntries, type AuditEntry, type AuditPage } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { Button, EmptyState, LoadingText, Sentence } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { isSignedOut } from '../../login/is-signed-out.ts';
import { SignInLink } from '../../login/sign-in-link.tsx';
import { actionLabels, formatActor, formatDetails } from './audit-labels.ts';
import { auditQueryOptions, type AuditFilter } from './audit-queries.ts';

const unknownError = 'Nothing answered. Please try again.';

/** The entries of a filter, newest first, with a button for older ones. */
export function AuditTrail({ filter, requestCount }: { filter: AuditFilter; requestCount: number }) {
  const first = useQuery(auditQueryOptions(filter, requestCount));
  const [olderPages, setOlderPages] = useState<AuditPage[]>([]);
  const status = useRef<HTMLParagraphElement>(null);
  const loadMore = useMutation({
    mutationFn: (cursor: string) => call(listAuditEntries, { query: { ...filter, cursor } }),
    onSuccess: (page) => setOlderPages([...olderPages, page]),
  });
  const isComplete = olderPages.at(-1)?.next === null;
  // The button that had the focus is gone. At once, before the page looks for another place for it.
  useLayoutEffect(() => {
    if (isComplete && document.activeElement === document.body) status.current?.focus();
  }, [isComplete]);
  if (first.error)
    return (
      <LoadFailure
        failure={first.error}
        title="The audit trail could not be loaded"
        isFetching={first.isFetching}
        onRetry={() => void first.refetch()}
      />
    );
  if (!first.data) return <LoadingText>Loading the audit trail...</LoadingText>;
  const pages = [first.data, ...olderPages];
  const entries = pages.flatMap((page) => page.entries);
  const next = pages.at(-1)?.next;
  const added = olderPages.at(-1)?.entries.length;
  if (entries.length === 0)
    return <EmptyState title="No entries" text="No recorded action matches the filter." />;
  return (
    <>
      <StaffTable label="Audit trail" columns={columns} rows={entries} getKey={({ id }) => id} />
      <p ref={status} role="status" tabIndex={-1} className="caption-text">
        {added !== undefined && `${added} older loaded. `}
        {entries.length} {entries.length === 1 ? 'entry' : 'entries'} shown
        {next ? '.' : ', there are no older ones.'}
      </p>
      {loadMore.error && (
        <Alert variant="destructive">
          {isSignedOut(loadMore.error) ? (
            <>
              Your session has ended. <SignInLink className="link-text" />
            </>
          ) : (
            (getServerMessage(loadMore.error) ?? unknownError)
          )}
        </Alert>
      )}
      {next && (
        <div>
          <Button variant="secondary" loading={loadMore.isPending} onClick={() => loadMore.mutate(next)}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  { label: 'Time', cell: ({ at }) => <Time at={at} />, className: 'whitespace-nowrap' },
  { label: 'Action', cell: ({ action }) => <strong>{actionLabels[action]}</strong> },
  { label: 'By', cell: ({ actor }) => formatActor(actor), className: 'wrap-anywhere' },
  { label: 'Subject', cell: ({ subject }) => <Sentence>{subject}</Sentence>, className: 'wrap-anywhere' },
  { label: 'Details', cell: ({ details }) => <Details details={details} />, className: 'wrap-anywhere' },
  { label: 'IP address', cell: ({ ipAddress }) => ipAddress, className: 'wrap-anywhere md:min-w-28' },
];

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} translate="no">
    {formatInstant(at)}
  </time>
);

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const lines = formatDetails(details);
  if (lines.length === 0) return null;
  return (
    <span className="text-text-muted">
      {lines.map((line) => (
        <span key={line} className="block md:inline md:not-last:after:content-['_·_']">
          <Sentence>{line}</Sentence>
        </span>
      ))}
    </span>
  );
}
