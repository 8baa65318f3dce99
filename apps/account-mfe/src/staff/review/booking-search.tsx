import type { ReviewedBooking } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import { Badge, Button, Field, Input, Select, Sentence } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { PagedList } from './paged-list.tsx';
import { bookingStates, formatState } from './review-labels.ts';
import { bookingsQueryOptions, type BookingFilter } from './review-queries.ts';

const allStates = 'all';
const stateOptions = [
  { value: allStates, label: 'All states' },
  ...bookingStates.map((state) => ({ value: state, label: formatState(state) })),
];

/** Finds bookings by reference, id, name, email address and state. (REVIEW-04) */
export function BookingSearch() {
  const [text, setText] = useState('');
  const [{ filter, cursor, requestCount }, setRequest] = useState<{
    filter: BookingFilter;
    cursor?: string | undefined;
    requestCount: number;
  }>({ filter: {}, requestCount: 0 });
  const search = (state: string | undefined) =>
    setRequest({ filter: { text: text.trim() || undefined, state }, requestCount: requestCount + 1 });
  return (
    <section aria-labelledby="booking-search" className="grid gap-4">
      <h2 id="booking-search" className="section-heading">
        Find a booking
      </h2>
      <form
        className="flex flex-wrap items-end gap-4"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(filter.state);
        }}
      >
        <Field label="Reference, id, name or email" className="min-w-60 flex-1">
          <Input
            type="search"
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label="State" className="min-w-48">
          <Select
            value={filter.state ?? allStates}
            options={stateOptions}
            onValueChange={(value) => search(value === allStates ? undefined : value)}
          />
        </Field>
        <Button type="submit">Search</Button>
      </form>
      <FoundBookings
        filter={filter}
        cursor={cursor}
        requestCount={requestCount}
        onPageChange={(page) => setRequest({ filter, cursor: page, requestCount })}
      />
    </section>
  );
}

interface FoundBookingsProps {
  filter: BookingFilter;
  cursor: string | undefined;
  requestCount: number;
  onPageChange: (cursor: string | undefined) => void;
}

const FoundBookings = ({ filter, cursor, requestCount, onPageChange }: FoundBookingsProps) => (
  <PagedList
    request={useQuery(bookingsQueryOptions(filter, cursor, requestCount))}
    failedTitle="The bookings could not be loaded"
    loading="Loading bookings..."
    empty={{
      title: 'No bookings',
      text: 'No booking matches. Check the spelling, or choose all states.',
    }}
    getItems={({ bookings }) => bookings}
    getTotal={({ bookings }) => bookings.length}
    cursor={cursor}
    onPageChange={onPageChange}
  >
    {(bookings) => <StaffTable label="Bookings" columns={columns} rows={bookings} getKey={({ id }) => id} />}
  </PagedList>
);

const columns: readonly Column<ReviewedBooking>[] = [
  {
    label: 'Booking',
    cell: ({ id, reference }) => (
      <Link
        className="link-text font-medium"
        to={`/admin/bookings/${id}`}
        translate={reference ? 'no' : 'yes'}
      >
        {reference ?? 'No reference'}
      </Link>
    ),
  },
  {
    label: 'State',
    cell: ({ state, mode, openCases }) => (
      <>
        <Badge variant={state === 'needs_review' ? 'warning' : 'info'}>{formatState(state)}</Badge>{' '}
        {mode === 'test' && <Badge>TEST</Badge>}{' '}
        {openCases > 0 && <Badge variant="warning">{openCases} open</Badge>}
      </>
    ),
    className: 'xl:whitespace-nowrap',
  },
  {
    label: 'Traveller',
    cell: ({ contactName, contactEmail }) => `${contactName}, ${contactEmail}`,
    className: 'wrap-anywhere',
  },
  { label: 'Route', cell: ({ route }) => <Sentence>{route}</Sentence>, className: 'xl:whitespace-nowrap' },
  {
    label: 'Price',
    cell: ({ amount, currency }) => formatPriceWithCode(amount, currency),
    className: 'md:text-end md:whitespace-nowrap',
  },
  { label: 'Brand', cell: ({ brand }) => brand },
  {
    label: 'Booked',
    cell: ({ createdAt }) => <Sentence>{formatInstant(createdAt)}</Sentence>,
    className: 'xl:whitespace-nowrap',
  },
];
