import type { FlightsConfig } from './config.ts';

/** The numbers of all limits of flights but those of provider calls, see `duffel/provider-budget.ts`. (LIMIT-02, LIMIT-06) */
export const limits = {
  /** Streams of one client over all replicas: an office may share an IP address, a browser may have a few tabs. */
  streamsOfClient: { network: 24, range: 72, visitor: 8 },
  /** Streams of a replica, many more than there are searches in the time of one. */
  streams: { all: 256 },
  /** Pages of sizes that are not cached. Each takes the search thread up to a second, and our own screens ask for none. */
  uncachedPages: { perClient: { network: 2, range: 4, visitor: 2 } },
  /** Pages that are sent uncompressed: each takes up to half a megabyte while its client reads. Browsers ask for compressed ones. */
  uncompressedPages: { all: 64 },
} as const;

/**
 * Pages that are being built or wait for it. No more searches can run than the budget has calls; as many again may wait, or need another
 * page of one that runs. A client has a part, because a page of a cached search takes no provider call, so that no other limit counts it.
 */
export function createPendingPageMax({ PROVIDER_BUDGET_PER_MINUTE }: FlightsConfig) {
  const all = 2 * PROVIDER_BUDGET_PER_MINUTE;
  return { all, perClient: { network: all / 4, range: all / 2, visitor: all / 4 } };
}
