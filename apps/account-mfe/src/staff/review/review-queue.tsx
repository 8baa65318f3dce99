import type { ReviewCase } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import { Badge, Sentence, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { CaseDecisions } from './case-decisions.tsx';
import { CasePlan } from './case-plan.tsx';
import { PagedList } from './paged-list.tsx';
import { caseLabels, formatAge } from './review-labels.ts';
import { casesQueryOptions, type CaseStatus } from './review-queries.ts';

/** The cases that wait for a person, the oldest first, and those that are closed. (REVIEW-01) */
export function ReviewQueue() {
  return (
    <section aria-labelledby="review-queue" className="grid gap-4">
      <h2 id="review-queue" className="section-heading">
        Review queue
      </h2>
      <Tabs defaultValue="open">
        <TabsList aria-label="Cases">
          <TabsTrigger value="open">Open</TabsTrigger>
          <TabsTrigger value="mine">Mine</TabsTrigger>
          <TabsTrigger value="closed">Closed</TabsTrigger>
        </TabsList>
        {(['open', 'mine', 'closed'] as const).map((status) => (
          <TabsContent key={status} value={status}>
            <CaseList status={status} />
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
}

const emptyStates = {
  open: { title: 'Nothing to decide', text: 'No booking, refund or dispute waits for a person.' },
  mine: { title: 'Nothing taken', text: 'Cases that you take are listed here.' },
  closed: { title: 'No closed cases', text: 'Cases that were closed are listed here.' },
} satisfies Record<CaseStatus, object>;

function CaseList({ status }: { status: CaseStatus }) {
  const [cursor, setCursor] = useState<string>();
  const request = useQuery(casesQueryOptions(status, cursor));
  return (
    <PagedList
      request={request}
      failedTitle="The review queue could not be loaded"
      loading="Loading the review queue..."
      empty={emptyStates[status]}
      getItems={({ cases }) => cases}
      getTotal={({ total }) => total}
      describeTotal={(total) =>
        `${total} ${status === 'closed' ? 'closed' : 'open'} ${total === 1 ? 'case' : 'cases'}`
      }
      cursor={cursor}
      onPageChange={setCursor}
    >
      {(cases) => (
        <StaffTable
          label={`Cases, ${status}`}
          columns={getColumns(request.dataUpdatedAt)}
          rows={cases}
          getKey={({ id }) => id}
          actions={(reviewCase) => (
            <>
              {!reviewCase.closedAt && <CasePlan reviewCase={reviewCase} />}
              <CaseDecisions reviewCase={reviewCase} />
            </>
          )}
        />
      )}
    </PagedList>
  );
}

const getColumns = (now: number): readonly Column<ReviewCase>[] => [
  {
    label: 'Case',
    cell: ({ kind, mode }) => (
      <>
        <strong>{caseLabels[kind] ?? kind}</strong> {mode === 'test' && <Badge variant="info">TEST</Badge>}
      </>
    ),
    className: 'xl:whitespace-nowrap',
  },
  { label: 'What happened', cell: ({ summary }) => <Sentence>{summary}</Sentence> },
  {
    label: 'Booking',
    cell: ({ booking, subject }) =>
      booking ? (
        <>
          <Link
            className="link-text"
            to={`/admin/bookings/${booking.id}`}
            translate={booking.reference ? 'no' : 'yes'}
          >
            {booking.reference ?? 'No reference'}
          </Link>
          ,{' '}
          <Sentence>
            {booking.contactName}, {booking.route}, {formatPriceWithCode(booking.amount, booking.currency)}
          </Sentence>
        </>
      ) : (
        subject
      ),
    className: 'wrap-anywhere xl:min-w-64',
  },
  {
    label: 'State',
    cell: ({ openedAt, closedAt, closedBy, assignee, dueAt }) => (
      <>
        <span>
          <Sentence>
            {closedAt
              ? `closed ${formatInstant(closedAt)} by ${closedBy ?? 'nobody'}`
              : [
                  `open for ${formatAge(openedAt, now)}`,
                  assignee && `taken by ${assignee}`,
                  dueAt && `due ${formatInstant(dueAt)}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
          </Sentence>
        </span>{' '}
        {!closedAt && dueAt && Date.parse(dueAt) < now && <Badge variant="warning">OVERDUE</Badge>}
      </>
    ),
  },
];
