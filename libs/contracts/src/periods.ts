/** How long a mailed link lasts, and how many are mailed to an address in an hour. (LOGIN-06, LIMIT-05) */
export const mailedLinks = {
  passwordMinutes: 60,
  firstPasswordDays: 3,
  verificationDays: 3,
  perHour: 3,
} as const;

/** How long a mailed code of a trip lasts, and how many are mailed in an hour. (TRIP-06) */
export const tripCodes = { minutes: 15, perHour: 3 } as const;

/** How long support is asked before the same amount is refunded on a booking again. (REVIEW-02) */
export const equalRefundMinutes = 60;

/** Within how many hours a request with the same key gets the same answer. (MONEY-27) */
export const idempotencyHours = 72;

/** After how many days a price match or newsletter that was asked for and is done is deleted. (POLICY-09) */
export const contactCaseDays = 90;

/** Hours before departure at which the first and the last airlines open their check-in. (FAQ-07) */
export const checkInOpeningHours = { first: 48, last: 24 } as const;
