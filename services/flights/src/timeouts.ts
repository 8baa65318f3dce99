/** Limits of calls and waits, and intervals, in milliseconds. */
export const defaultTimeouts = {
  accountsTimeout: 1_500,
  /** How long the provider waits for airlines; it then returns the offers received so far. */
  supplierTimeout: 20_000,
  searchTimeout: 25_000,
  readTimeout: 8_000,
  retryDelay: 250,
  /** A progress stream of a search that no replica is running ends after this long. */
  idleStreamTimeout: 2_000,
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
