import { z } from 'zod';
import { successSchema } from '../accounts/account.schema.ts';
import {
  bookingChangeRequestSchema,
  changeOfferSchema,
  changeSearchSchema,
  laterBagsSchema,
} from '../bookings/booking-change.schema.ts';
import { defineContract } from '../contract.ts';
import {
  actOnBooking,
  closeReviewCase,
  getBookingRecord,
  giveBackCases,
  joinOrphans,
  listDailyCloses,
  listReviewCases,
  listReviewedLaterBags,
  planReviewCase,
  quoteReviewedCancellation,
  quoteReviewedChange,
  refundStrayCharge,
  searchBookings,
  searchReviewedChangeOffers,
} from './endpoints.ts';
import { bookingActionSchema } from './review-actions.schema.ts';
import {
  bookingRecordSchema,
  casePlanSchema,
  closeCaseSchema,
  dailyCloseQuerySchema,
  dailyClosesSchema,
  joinedBookingSchema,
  reviewedChangeSchema,
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
});

export const planReviewCaseContract = defineContract(planReviewCase, {
  summary: 'Plan the decision on a case',
  access: 'support',
  recent: { notNeeded: 'It says who decides and until when, and decides nothing.' },
  params: reviewCaseParamsSchema,
  body: casePlanSchema,
  response: successSchema,
  errors: ['CASE_NOT_FOUND', 'ACTION_NOT_POSSIBLE'],
});

export const giveBackCasesContract = defineContract(giveBackCases, {
  summary: 'Give the cases of a former member of staff back',
  access: 'service',
  callers: ['accounts'],
  body: z.object({ user_id: z.uuid() }),
  response: successSchema,
});

export const closeReviewCaseContract = defineContract(closeReviewCase, {
  summary: 'Close a case of the review queue',
  access: 'support',
  recent: true,
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: successSchema,
  errors: ['CASE_NOT_FOUND', 'ACTION_NOT_POSSIBLE'],
});

export const joinOrphansContract = defineContract(joinOrphans, {
  summary: 'Join an order and its payment into a booking',
  access: 'support',
  recent: true,
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: joinedBookingSchema,
  errors: ['CASE_NOT_FOUND', 'ACTION_NOT_POSSIBLE', 'PROVIDER_UNAVAILABLE'],
});

export const refundStrayChargeContract = defineContract(refundStrayCharge, {
  summary: 'Refund a charge that is for no booking',
  access: 'support',
  recent: true,
  params: reviewCaseParamsSchema,
  body: closeCaseSchema,
  response: successSchema,
  errors: ['CASE_NOT_FOUND', 'ACTION_NOT_POSSIBLE', 'PROVIDER_UNAVAILABLE'],
});

export const listDailyClosesContract = defineContract(listDailyCloses, {
  summary: 'Daily close',
  access: 'support',
  notAudited: 'Sums of days are about no person.',
  query: dailyCloseQuerySchema,
  response: dailyClosesSchema,
});

export const searchBookingsContract = defineContract(searchBookings, {
  summary: 'Search bookings',
  access: 'support',
  query: reviewedBookingQuerySchema,
  response: reviewedBookingPageSchema,
});

export const getBookingRecordContract = defineContract(getBookingRecord, {
  summary: 'One booking with its steps',
  access: 'support',
  params: reviewCaseParamsSchema,
  response: bookingRecordSchema,
  errors: ['BOOKING_NOT_FOUND'],
});

const preparation = { notNeeded: 'It only asks the airline; the action that follows needs it.' } as const;

export const quoteReviewedCancellationContract = defineContract(quoteReviewedCancellation, {
  summary: 'Quote a cancellation for support',
  access: 'support',
  recent: preparation,
  params: reviewCaseParamsSchema,
  response: reviewedQuoteSchema,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_NOT_CANCELLABLE', 'PROVIDER_UNAVAILABLE'],
});

const changeErrors = ['BOOKING_NOT_FOUND', 'BOOKING_NOT_CHANGEABLE', 'PROVIDER_UNAVAILABLE'] as const;

export const searchReviewedChangeOffersContract = defineContract(searchReviewedChangeOffers, {
  summary: 'Other flights of a booking for support',
  access: 'support',
  recent: preparation,
  params: reviewCaseParamsSchema,
  body: changeSearchSchema,
  response: z.object({ offers: z.array(changeOfferSchema) }),
  errors: changeErrors,
});

export const listReviewedLaterBagsContract = defineContract(listReviewedLaterBags, {
  summary: 'Bags of a booking for support',
  access: 'support',
  params: reviewCaseParamsSchema,
  response: laterBagsSchema,
  errors: changeErrors,
});

export const quoteReviewedChangeContract = defineContract(quoteReviewedChange, {
  summary: 'Quote a change for support',
  access: 'support',
  recent: preparation,
  params: reviewCaseParamsSchema,
  body: bookingChangeRequestSchema,
  response: reviewedChangeSchema,
  errors: [...changeErrors, 'BAG_UNAVAILABLE', 'BOOKING_CHANGE_OUTDATED'],
});

export const actOnBookingContract = defineContract(actOnBooking, {
  summary: 'Act on a booking',
  access: 'support',
  recent: true,
  answersRecord: true,
  params: reviewCaseParamsSchema,
  body: bookingActionSchema,
  response: bookingRecordSchema,
  errors: [
    'BOOKING_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'ACTION_NOT_POSSIBLE',
    'SECOND_COLLEAGUE_NEEDED',
    'BOOKING_NOT_CANCELLABLE',
    'CANCELLATION_QUOTE_CHANGED',
    'BOOKING_CHANGE_NOT_FOUND',
    'BOOKING_CHANGE_OUTDATED',
    'BOOKING_NOT_CHANGEABLE',
    'AIRLINE_CHANGE_OUTDATED',
    'AIRLINE_CHANGE_REFUSED',
    'PROVIDER_UNAVAILABLE',
  ],
});
