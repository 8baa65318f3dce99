import { z } from 'zod';
import { successSchema } from '../accounts/account.schema.ts';
import { defineContract } from '../contract.ts';
import {
  actOnBooking,
  closeReviewCase,
  getBookingRecord,
  joinOrphans,
  listDailyCloses,
  listReviewCases,
  planReviewCase,
  quoteReviewedCancellation,
  refundStrayCharge,
  searchBookings,
} from './endpoints.ts';
import {
  bookingActionSchema,
  bookingRecordSchema,
  casePlanSchema,
  closeCaseSchema,
  dailyCloseQuerySchema,
  dailyCloseSchema,
  joinedBookingSchema,
  reviewedQuoteSchema,
  reviewCasePageSchema,
  reviewCaseParamsSchema,
  reviewCaseQuerySchema,
  reviewedBookingPageSchema,
  reviewedBookingQuerySchema,
} from './review.schema.ts';

export const listReviewCasesContract = defineContract(listReviewCases, {
  summary: 'Review queue',
  access: 'support',
  query: reviewCaseQuerySchema,
  response: reviewCasePageSchema,
  errors: ['VALIDATION_ERROR', 'NOT_AUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
});

export const planReviewCaseContract = defineContract(planReviewCase, {
  summary: 'Plan the decision on a case',
  access: 'support',
  params: reviewCaseParamsSchema,
  body: casePlanSchema,
  response: successSchema,
  errors: [
    'VALIDATION_ERROR',
    'CASE_NOT_FOUND',
    'ACTION_NOT_POSSIBLE',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'SERVICE_UNAVAILABLE',
  ],
});

export const closeReviewCaseContract = defineContract(closeReviewCase, {
  summary: 'Close a case of the review queue',
  access: 'support',
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: successSchema,
  errors: [
    'VALIDATION_ERROR',
    'CASE_NOT_FOUND',
    'ACTION_NOT_POSSIBLE',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'SERVICE_UNAVAILABLE',
  ],
});

export const joinOrphansContract = defineContract(joinOrphans, {
  summary: 'Join an order and its payment into a booking',
  access: 'support',
  recentPassword: true,
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: joinedBookingSchema,
  errors: [
    'VALIDATION_ERROR',
    'CASE_NOT_FOUND',
    'ACTION_NOT_POSSIBLE',
    'PASSWORD_REQUIRED',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});

export const refundStrayChargeContract = defineContract(refundStrayCharge, {
  summary: 'Refund a charge that is for no booking',
  access: 'support',
  recentPassword: true,
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: successSchema,
  errors: [
    'VALIDATION_ERROR',
    'CASE_NOT_FOUND',
    'ACTION_NOT_POSSIBLE',
    'PASSWORD_REQUIRED',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});

export const listDailyClosesContract = defineContract(listDailyCloses, {
  summary: 'Daily close',
  access: 'support',
  query: dailyCloseQuerySchema,
  response: z.array(dailyCloseSchema),
  errors: ['VALIDATION_ERROR', 'NOT_AUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
});

export const searchBookingsContract = defineContract(searchBookings, {
  summary: 'Search bookings',
  access: 'support',
  query: reviewedBookingQuerySchema,
  response: reviewedBookingPageSchema,
  errors: ['VALIDATION_ERROR', 'NOT_AUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
});

export const getBookingRecordContract = defineContract(getBookingRecord, {
  summary: 'One booking with its steps',
  access: 'support',
  params: reviewCaseParamsSchema,
  response: bookingRecordSchema,
  errors: ['VALIDATION_ERROR', 'BOOKING_NOT_FOUND', 'NOT_AUTHENTICATED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
});

export const quoteReviewedCancellationContract = defineContract(quoteReviewedCancellation, {
  summary: 'Quote a cancellation for support',
  access: 'support',
  params: reviewCaseParamsSchema,
  response: reviewedQuoteSchema,
  errors: [
    'VALIDATION_ERROR',
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CANCELLABLE',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'TOO_MANY_REQUESTS',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});

export const actOnBookingContract = defineContract(actOnBooking, {
  summary: 'Act on a booking',
  access: 'support',
  recentPassword: true,
  params: reviewCaseParamsSchema,
  body: bookingActionSchema,
  response: bookingRecordSchema,
  errors: [
    'VALIDATION_ERROR',
    'BOOKING_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'ACTION_NOT_POSSIBLE',
    'BOOKING_NOT_CANCELLABLE',
    'CANCELLATION_QUOTE_CHANGED',
    'AIRLINE_CHANGE_OUTDATED',
    'AIRLINE_CHANGE_REFUSED',
    'PASSWORD_REQUIRED',
    'NOT_AUTHENTICATED',
    'FORBIDDEN',
    'TOO_MANY_REQUESTS',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
