import type { DailyClose } from '@fareline/contracts';
import { formatDateFull, formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import {
  Badge,
  Button,
  EmptyState,
  Field,
  Input,
  LoadingText,
  PriceText,
  Sentence,
} from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StaffPage } from '../layout/staff-page.tsx';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { isBalanced, toCsv } from './daily-close.ts';
import { closesQueryOptions } from './review-queries.ts';

const dayMs = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** `/admin/daily-close`: what each day brought by brand and currency, and whether the providers have the same. (REVIEW-06) */
export function Component() {
  const [from, setFrom] = useState(() => toDay(Date.now() - 6 * dayMs));
  const [to, setTo] = useState(() => toDay(Date.now()));
  const refusal =
    from && to ? (from > to ? 'The last day is before the first one' : undefined) : 'Please enter both days';
  return (
    <StaffPage title="Daily close">
      <div className="grid gap-6">
        <h1 className="page-heading">Daily close</h1>
        <p className="caption-text">
          Days are in UTC. Today and yesterday are compared with both providers every 15 minutes; earlier days
          stay as they were. Unmatched is what the providers have without a booking or refund of ours.
        </p>
        <div className="flex flex-wrap items-end gap-4">
          <Field label="From">
            <Input type="date" value={from} max={to} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="To" error={refusal}>
            <Input type="date" value={to} min={from} onChange={(event) => setTo(event.target.value)} />
          </Field>
        </div>
        {!refusal && <Closes from={from} to={to} />}
      </div>
    </StaffPage>
  );
}

function Closes({ from, to }: { from: string; to: string }) {
  const { data, error, isFetching, refetch } = useQuery(closesQueryOptions(from, to));
  if (error)
    return (
      <LoadFailure
        failure={error}
        title="The daily close could not be loaded"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingText>Loading the daily close...</LoadingText>;
  const { closes, comparedAt } = data;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <p>
          <Sentence>
            {comparedAt ? `Last compared at ${formatInstant(comparedAt)}.` : 'Nothing has been compared yet.'}
          </Sentence>
        </p>
        <Button variant="secondary" size="small" loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
      {closes.length === 0 ? (
        <EmptyState
          title="No bookings"
          text={
            comparedAt
              ? 'Nothing was booked or refunded on these days until they were last compared.'
              : 'A day appears here once it was compared.'
          }
        />
      ) : (
        <>
          <section aria-label="Daily close">
            <StaffTable
              label="Days"
              columns={columns}
              rows={closes}
              getKey={({ day, mode, brand, currency }) => `${day} ${mode} ${brand} ${currency}`}
            />
          </section>
          <div>
            <Button asChild variant="secondary">
              <a
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(closes))}`}
                download={`daily-close-${from}-${to}.csv`}
              >
                Download CSV
              </a>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const toAmountColumn = (
  label: string,
  name: 'captured' | 'ordered' | 'refunded' | 'markup',
): Column<DailyClose> => ({
  label,
  cell: (close) => <PriceText amount={close[name]} currency={close.currency} withCode />,
  className: 'md:text-end xl:whitespace-nowrap',
});

const columns: readonly Column<DailyClose>[] = [
  { label: 'Day', cell: ({ day }) => formatDateFull(day), className: 'whitespace-nowrap' },
  {
    label: 'Brand',
    cell: ({ brand, mode }) => (
      <>
        {brand ?? 'Unmatched'} {mode === 'test' && <Badge>TEST</Badge>}
      </>
    ),
  },
  { label: 'Bookings', cell: ({ bookings }) => bookings, className: 'md:text-end' },
  toAmountColumn('Captured', 'captured'),
  toAmountColumn('Ordered', 'ordered'),
  toAmountColumn('Refunded', 'refunded'),
  toAmountColumn('Markup', 'markup'),
  { label: 'Providers', cell: (close) => <Comparison close={close} /> },
];

function Comparison({ close }: { close: DailyClose }) {
  const { currency, provider, computedAt } = close;
  return (
    <>
      {isBalanced(close) ? (
        <>
          <Badge variant="success">Equal</Badge>{' '}
        </>
      ) : (
        <>
          <Badge variant="warning">Different</Badge>
          <p className="caption-text">
            <Sentence>
              Captured {formatPriceWithCode(provider.captured, currency)}, ordered{' '}
              {formatPriceWithCode(provider.ordered, currency)}, refunded{' '}
              {formatPriceWithCode(provider.refunded, currency)}
            </Sentence>
          </p>
        </>
      )}
      {Number(provider.disputed) > 0 && (
        <p className="caption-text">
          <Sentence>Disputed {formatPriceWithCode(provider.disputed, currency)}</Sentence>
        </p>
      )}
      <span className="text-text-muted xl:whitespace-nowrap">
        <Sentence>Compared {formatInstant(computedAt)}</Sentence>
      </span>
    </>
  );
}
