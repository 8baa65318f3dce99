import {
  getBookingRecord,
  listContactCases,
  listDailyCloses,
  listReviewCases,
  listReviewedLaterBags,
  quoteReviewedCancellation,
  searchBookings,
  type QueryOf,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

export interface BookingFilter {
  text?: string | undefined;
  state?: string | undefined;
}

const fresh = { retry: false, staleTime: 0, gcTime: 0 } as const;

export type CaseStatus = NonNullable<QueryOf<typeof listReviewCases>['status']>;

/** The cases of the review queue, from a cursor on. (REVIEW-01) */
export const casesQueryOptions = (status: CaseStatus, cursor: string | undefined) =>
  queryOptions({
    queryKey: [listReviewCases.path, status, cursor],
    queryFn: ({ signal }) => call(listReviewCases, { query: { status, cursor }, signal }),
    placeholderData: (previous) => previous,
    ...fresh,
  });

export type ContactCaseStatus = NonNullable<QueryOf<typeof listContactCases>['status']>;

/** What messages ask support to do, from a cursor on. (PROMISE-07) */
export const contactCasesQueryOptions = (status: ContactCaseStatus, cursor: string | undefined) =>
  queryOptions({
    queryKey: [listContactCases.path, status, cursor],
    queryFn: ({ signal }) => call(listContactCases, { query: { status, cursor }, signal }),
    placeholderData: (previous) => previous,
    ...fresh,
  });

export const bookingsQueryOptions = (
  filter: BookingFilter,
  cursor: string | undefined,
  requestCount: number,
) =>
  queryOptions({
    queryKey: [searchBookings.path, filter, cursor, requestCount],
    queryFn: ({ signal }) => call(searchBookings, { query: { ...filter, cursor }, signal }),
    placeholderData: (previous) => previous,
    ...fresh,
  });

export const recordQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [getBookingRecord.path, id],
    queryFn: ({ signal }) => call(getBookingRecord, { params: { id }, signal }),
    ...fresh,
  });

/** What comes back if a booking is cancelled now. (REFUND-02) */
export const quoteQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [quoteReviewedCancellation.path, id],
    queryFn: ({ signal }) => call(quoteReviewedCancellation, { params: { id }, signal }),
    ...fresh,
  });

/** The bags that the airline sells for a booking now. (TRIP-07) */
export const reviewedBagsQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [listReviewedLaterBags.path, id],
    queryFn: ({ signal }) => call(listReviewedLaterBags, { params: { id }, signal }),
    ...fresh,
  });

/** What the days brought, `from` and `to` as yyyy-MM-dd. (REVIEW-06) */
export const closesQueryOptions = (from: string, to: string) =>
  queryOptions({
    queryKey: [listDailyCloses.path, from, to],
    queryFn: ({ signal }) => call(listDailyCloses, { query: { from, to }, signal }),
    ...fresh,
  });
