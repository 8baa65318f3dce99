import { listAuditEntries, type AuditEntry, type AuditPage } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { Button, Card, EmptyState, LoadingText, Sentence, useMediaQuery } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { isSignedOut } from '../../login/is-signed-out.ts';
import { SignInLink } from '../../login/sign-in-link.tsx';
import { actionLabels, formatActor, formatDetails } from './audit-labels.ts';
import { auditQueryOptions, type AuditFilter } from './audit-queries.ts';

const wideScreen = '(min-width: 64rem)';

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
  const isWide = useMediaQuery(wideScreen);
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
      {isWide ? <EntryTable entries={entries} /> : <EntryList entries={entries} />}
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

interface EntriesProps {
  entries: readonly AuditEntry[];
}

const columns = ['Time', 'Action', 'By', 'Subject', 'Details', 'IP address'];

function EntryTable({ entries }: EntriesProps) {
  return (
    <Card className="overflow-x-auto p-4">
      <table className="w-full text-left align-top" aria-label="Audit trail">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="caption-text px-2 pb-2 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="border-line border-t align-top">
              <Cell className="whitespace-nowrap">
                <Time at={entry.at} />
              </Cell>
              <Cell>{actionLabels[entry.action]}</Cell>
              <Cell>{formatActor(entry.actor)}</Cell>
              <Cell>
                <Sentence>{entry.subject}</Sentence>
              </Cell>
              <Cell>
                <Details details={entry.details} />
              </Cell>
              <Cell className="min-w-36">{entry.ipAddress}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td className={`wrap-anywhere px-2 py-2 ${className}`}>{children}</td>
);

function EntryList({ entries }: EntriesProps) {
  return (
    <ul className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Card className="grid gap-1 p-4">
            <p className="wrap-anywhere">
              <strong>{actionLabels[entry.action]}</strong> · <Sentence>{entry.subject}</Sentence>
            </p>
            <p className="caption-text wrap-anywhere">
              <Time at={entry.at} /> · {formatActor(entry.actor)}
              {entry.ipAddress && ` · ${entry.ipAddress}`}
            </p>
            <Details details={entry.details} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} translate="no">
    {formatInstant(at)}
  </time>
);

function Details({ details }: Pick<AuditEntry, 'details'>) {
  return (
    <div className="caption-text wrap-anywhere">
      {formatDetails(details).map((line) => (
        <p key={line}>
          <Sentence>{line}</Sentence>
        </p>
      ))}
    </div>
  );
}
