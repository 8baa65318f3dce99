/** Within these hours of booking a flight that departs at least so many days later is cancelled free of charge. (POLICY-01) */
export const freeCancellation = { hours: 24, daysAhead: 7 } as const;

/**
 * Business days until a refund reaches the card. Mails and trips count those of a free cancellation and the longest of the others; the
 * rest is prescribed for single pages. (POLICY-01, POLICY-02, POLICY-03, FAQ-07)
 */
export const refundBusinessDays = { free: 7, other: [7, 21], inTerms: [5, 10], inFaq: [7, 14] } as const;

/** "7-21 business days" */
export const formatBusinessDays = (days: readonly [number, number]): string =>
  `${days.join('-')} business days`;
