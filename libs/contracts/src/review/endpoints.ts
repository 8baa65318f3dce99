/** The review queue: open cases, the oldest first, or closed ones. Support only. (REVIEW-01) */
export const listReviewCases = { method: 'GET', path: '/api/review/cases' } as const;

/** Takes an open case, gives it back or says until when it must be decided. Support only. (TRIP-07) */
export const planReviewCase = { method: 'POST', path: '/api/review/cases/:id/plan' } as const;

/** Gives back the open cases of who is a member of staff no longer. For accounts. (GUARD-07) */
export const giveBackCases = { method: 'POST', path: '/internal/review/give-back' } as const;

/** Closes a case with a reason; a closed case stays as it is. Support only. (REVIEW-02) */
export const closeReviewCase = { method: 'POST', path: '/api/review/cases/:id/close' } as const;

/** Makes a booking of an order and its payment that are in no table. Support only. (LEDGER-07) */
export const joinOrphans = { method: 'POST', path: '/api/review/cases/:id/join' } as const;

/** Pays back a charge that is for no booking. Support only. (LEDGER-05) */
export const refundStrayCharge = { method: 'POST', path: '/api/review/cases/:id/refund' } as const;

/** What the days from `from` to `to` brought, the newest first, at most 2,000 lines. Support only. (REVIEW-06) */
export const listDailyCloses = { method: 'GET', path: '/api/review/daily-closes' } as const;

/** Bookings of all brands and modes, the newest first. Support only. (REVIEW-04) */
export const searchBookings = { method: 'GET', path: '/api/review/bookings' } as const;

/** One booking with steps, money, mails, cases and what can be done. Support only. (REVIEW-01, REVIEW-02) */
export const getBookingRecord = { method: 'GET', path: '/api/review/bookings/:id' } as const;

/** What comes back if the booking is cancelled now, as the traveller is told. Support only. (REVIEW-02, REFUND-02) */
export const quoteReviewedCancellation = {
  method: 'POST',
  path: '/api/review/bookings/:id/cancellation-quote',
} as const;

/** Other flights of a booking for a caller, as the traveller finds them. Support only. (TRIP-07, TRIP-03) */
export const searchReviewedChangeOffers = {
  method: 'POST',
  path: '/api/review/bookings/:id/change-offers',
} as const;

/** The bags that the airline sells for a booking now. Support only. (TRIP-07, TRIP-04) */
export const listReviewedLaterBags = { method: 'GET', path: '/api/review/bookings/:id/later-bags' } as const;

/** What other flights or bags cost a caller, and how they are agreed. Support only. (TRIP-07) */
export const quoteReviewedChange = { method: 'POST', path: '/api/review/bookings/:id/changes' } as const;

/** Acts on a booking, once for each `actionId`, and returns it as it is then. Support only. (REVIEW-02) */
export const actOnBooking = { method: 'POST', path: '/api/review/bookings/:id/actions' } as const;
