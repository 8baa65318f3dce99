/** How long things last and wait, in milliseconds. One place, so that tests can shorten them. */
export const defaultTimings = {
  /** A search is answered from the cache for at most this long. (CACHE-01) */
  searchFresh: 5 * 60_000,
  /** Offers that end sooner than this are not worth showing. */
  offerAlmostOver: 30_000,
  /** How long an ended offer is told apart from one that never was. */
  tombstone: 24 * 60 * 60_000,
  seatMapsFresh: 2 * 60_000,
  modeFresh: 1_000,
  brandFresh: 30_000,
  accountsTimeout: 1_500,
  /** The airlines' time; the answer then holds what has arrived. */
  supplierTimeout: 20_000,
  searchTimeout: 25_000,
  readTimeout: 8_000,
  retryPause: 250,
  /** Early results of a search whose leader died are forgotten after this long. */
  progressKept: 30_000,
  /** Who watches a search that nobody makes is sent away after this long. */
  watchIdle: 2_000,
  /** A price that was seen longer ago gives way to a dearer one. */
  calendarGivesWay: 24 * 60 * 60_000,
  calendarKept: 48 * 60 * 60_000,
  /** The provider's window, with a margin for the way to it. */
  budgetWindow: 60_500,
  /** How long a call over budget waits for its turn. (PROVIDER-07) */
  budgetWait: 3_000,
  /** A lock whose holder died is free again after this long. */
  lock: 3_000,
  /** How long a failure is kept for those who waited for it. */
  failureKept: 1_500,
  /** Waiters give up a little after the leader must have. */
  flightWait: 60_000,
  /** Someone who has not asked for this long looks no more. (PROVIDER-05) */
  watchSeen: 90_000,
  watchEvery: 5 * 60_000,
  /** A watched offer is asked about this long before its end. */
  watchAhead: 2 * 60_000,
  /** A check that is this late was lost by the queue. */
  watchLate: 60_000,
};

export type Timings = typeof defaultTimings;
