import type { z } from 'zod';
import type { successSchema } from '../accounts/account.schema.ts';
import type { Endpoint } from '../endpoint.ts';
import type {
  bookingActionSchema,
  BookingRecord,
  closeCaseSchema,
  DailyClose,
  dailyCloseQuerySchema,
  reviewCaseParamsSchema,
  ReviewCasePage,
  reviewCaseQuerySchema,
  ReviewedBookingPage,
  reviewedBookingQuerySchema,
} from './review.schema.ts';

/** The review queue: open cases, the oldest first, or closed ones. Support only. (REVIEW-01) */
export const listReviewCases: Endpoint<{
  query: z.input<typeof reviewCaseQuerySchema>;
  response: ReviewCasePage;
}> = {
  method: 'GET',
  path: '/api/review/cases',
};

/** Closes a case with a reason; a closed case stays as it is. Support only. (REVIEW-02) */
export const closeReviewCase: Endpoint<{
  params: z.input<typeof reviewCaseParamsSchema>;
  body: z.input<typeof closeCaseSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/review/cases/:id/close',
};

/** What the days from `from` to `to` brought, the newest first, at most 2,000 lines. Support only. (REVIEW-06) */
export const listDailyCloses: Endpoint<{
  query: z.input<typeof dailyCloseQuerySchema>;
  response: DailyClose[];
}> = {
  method: 'GET',
  path: '/api/review/daily-closes',
};

/** Bookings of all brands and modes, the newest first. Support only. (REVIEW-04) */
export const searchBookings: Endpoint<{
  query: z.input<typeof reviewedBookingQuerySchema>;
  response: ReviewedBookingPage;
}> = {
  method: 'GET',
  path: '/api/review/bookings',
};

/** One booking with steps, money, mails, cases and what can be done. Support only. (REVIEW-01, REVIEW-02) */
export const getBookingRecord: Endpoint<{
  params: z.input<typeof reviewCaseParamsSchema>;
  response: BookingRecord;
}> = {
  method: 'GET',
  path: '/api/review/bookings/:id',
};

/** Acts on a booking, once for each `actionId`, and returns it as it is then. Support only. (REVIEW-02) */
export const actOnBooking: Endpoint<{
  params: z.input<typeof reviewCaseParamsSchema>;
  body: z.input<typeof bookingActionSchema>;
  response: BookingRecord;
}> = {
  method: 'POST',
  path: '/api/review/bookings/:id/actions',
};
