import type { DailyClose } from '@fareline/contracts';
import { formatDateFull, formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import {
  Badge,
  Button,
  Card,
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
          <CloseTable closes={closes} />
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

const columns = ['Day', 'Brand', 'Bookings', 'Captured', 'Ordered', 'Refunded', 'Markup', 'Providers'];

function CloseTable({ closes }: { closes: readonly DailyClose[] }) {
  return (
    <Card className="overflow-x-auto p-4" tabIndex={0} role="region" aria-label="Daily close">
      <table className="w-full text-left align-top">
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
          {closes.map((close) => (
            <tr
              key={`${close.day} ${close.mode} ${close.brand} ${close.currency}`}
              className="border-line border-t align-top"
            >
              <td className="px-2 py-2 whitespace-nowrap">{formatDateFull(close.day)}</td>
              <td className="px-2 py-2">
                {close.brand ?? 'Unmatched'} {close.mode === 'test' && <Badge>TEST</Badge>}
              </td>
              <td className="px-2 py-2 figures">{close.bookings}</td>
              {[close.captured, close.ordered, close.refunded, close.markup].map((amount, index) => (
                <td key={columns[index + 3]} className="px-2 py-2 figures whitespace-nowrap">
                  <PriceText amount={amount} currency={close.currency} withCode />
                </td>
              ))}
              <td className="px-2 py-2">
                <Comparison close={close} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Comparison({ close }: { close: DailyClose }) {
  const { currency, provider, computedAt } = close;
  return (
    <>
      {isBalanced(close) ? (
        <Badge variant="success">Equal</Badge>
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
      <p className="caption-text whitespace-nowrap">
        <Sentence>Compared {formatInstant(computedAt)}</Sentence>
      </p>
    </>
  );
}
