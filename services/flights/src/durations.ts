/** All durations in milliseconds, in one object, so that tests can shorten them. */
export const defaultDurations = {
  // How long values are stored.

  /** Maximum age of a cached search. (CACHE-01) */
  searchTtl: 5 * 60_000,
  /** A list is stored no longer than this; offers usually expire after half an hour. */
  maxListTtl: 2 * 60 * 60_000,
  /** Entries of the index from offers to lists expire in steps of this length. */
  offerIndexPeriod: 15 * 60_000,
  /** Offers that expire sooner than this are not listed. */
  minOfferLifetime: 30_000,
  /** For this long an expired offer is distinguished from an unknown one. */
  expiredMarkerTtl: 24 * 60 * 60_000,
  seatMapsTtl: 2 * 60_000,
  modeTtl: 1_000,
  brandTtl: 10_000,
  /** Expiry of the early results of a search whose leader has crashed. */
  progressTtl: 30_000,
  /** A calendar price older than this is replaced even by a higher one. */
  calendarReplaceAfter: 24 * 60 * 60_000,
  calendarTtl: 48 * 60 * 60_000,
  /** Prices and counts of searches that the home page may show. */
  popularRoutesTtl: 7 * 24 * 60 * 60_000,
  /** Popular routes are read from Redis this often. */
  popularRoutesCacheTtl: 60_000,
  /** A lock whose owner has crashed expires after this long. */
  lockTtl: 3_000,
  /** How long a leader's error is stored for its followers. */
  failureTtl: 1_500,
  /** An offer not requested for this long is no longer watched. (PROVIDER-05) */
  viewTtl: 90_000,

  // Limits of calls and waits, and intervals.

  accountsTimeout: 1_500,
  /**
   * How long a request waits for the current mode or brands when earlier ones are known. A search in the mode of before a
   * switch finds offers that cannot be booked, so only a service that hangs may take longer. (MODE-05)
   */
  accountsWait: 1_000,
  /** How long the provider waits for airlines; it then returns the offers received so far. */
  supplierTimeout: 20_000,
  searchTimeout: 25_000,
  readTimeout: 8_000,
  /** An account that was refused searches in batches is not asked again for this long. */
  batchRefusalTtl: 10 * 60_000,
  retryDelay: 250,
  /** A progress stream of a search that no replica is running ends after this long. */
  idleStreamTimeout: 2_000,
  /** A progress stream counts for its client for at least this long, however soon it ends. */
  minStreamCount: 5_000,
  /** The provider's rate limit window, plus a margin for network latency. */
  budgetWindow: 60_500,
  /** How long a call over budget waits. (PROVIDER-07) */
  maxBudgetWait: 3_000,
  /** Longer than any leader can take, so followers never time out first. */
  singleFlightTimeout: 60_000,
  expiryCheckInterval: 5 * 60_000,
  /** A watched offer is checked this long before its expiry. */
  expiryCheckMargin: 2 * 60_000,
  /** A check that is overdue by this much was lost by the queue. */
  expiryCheckGrace: 60_000,
};

export type Durations = typeof defaultDurations;
