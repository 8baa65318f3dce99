/** How long things last and wait, in milliseconds. One place, so that tests can shorten them. */
export const defaultDurations = {
  /** A search is answered from the cache for at most this long. (CACHE-01) */
  searchTtl: 5 * 60_000,
  /** Offers that end sooner than this are not worth showing. */
  minOfferLifetime: 30_000,
  /** How long an ended offer is told apart from one that never was. */
  expiredMarkerTtl: 24 * 60 * 60_000,
  seatMapsTtl: 2 * 60_000,
  modeTtl: 1_000,
  brandTtl: 30_000,
  accountsTimeout: 1_500,
  /** The airlines' time; the answer then holds what has arrived. */
  supplierTimeout: 20_000,
  searchTimeout: 25_000,
  readTimeout: 8_000,
  retryDelay: 250,
  /** Early results of a search whose leader died are forgotten after this long. */
  progressTtl: 30_000,
  /** Who watches a search that nobody makes is sent away after this long. */
  idleStreamTimeout: 2_000,
  /** A price that was seen longer ago gives way to a dearer one. */
  calendarReplaceAfter: 24 * 60 * 60_000,
  calendarTtl: 48 * 60 * 60_000,
  /** The provider's window, with a margin for the way to it. */
  budgetWindow: 60_500,
  /** How long a call over budget waits for its turn. (PROVIDER-07) */
  maxBudgetWait: 3_000,
  /** A lock whose holder died is free again after this long. */
  lock: 3_000,
  /** How long a failure is kept for those who waited for it. */
  failureTtl: 1_500,
  /** Waiters give up a little after the leader must have. */
  singleFlightTimeout: 60_000,
  /** Someone who has not asked for this long looks no more. (PROVIDER-05) */
  viewTtl: 90_000,
  expiryCheckInterval: 5 * 60_000,
  /** A watched offer is asked about this long before its end. */
  expiryCheckMargin: 2 * 60_000,
  /** A check that is this late was lost by the queue. */
  expiryCheckGrace: 60_000,
};

export type Durations = typeof defaultDurations;
