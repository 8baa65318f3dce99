/** How long values are stored, in milliseconds. */
export const defaultTtl = {
  /** Maximum age of a cached search. (CACHE-01) */
  searchTtl: 5 * 60_000,
  /** Offers that expire sooner than this are not listed. */
  minOfferLifetime: 30_000,
  /** For this long an expired offer is distinguished from an unknown one. */
  expiredMarkerTtl: 24 * 60 * 60_000,
  seatMapsTtl: 2 * 60_000,
  modeTtl: 1_000,
  brandTtl: 30_000,
  /** Expiry of the early results of a search whose leader has crashed. */
  progressTtl: 30_000,
  /** A calendar price older than this is replaced even by a higher one. */
  calendarReplaceAfter: 24 * 60 * 60_000,
  calendarTtl: 48 * 60 * 60_000,
  /** A lock whose owner has crashed expires after this long. */
  lockTtl: 3_000,
  /** How long a leader's error is stored for its followers. */
  failureTtl: 1_500,
  /** An offer not requested for this long is no longer watched. (PROVIDER-05) */
  viewTtl: 90_000,
};
