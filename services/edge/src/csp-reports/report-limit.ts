const windowMs = 60_000;

/** Requests with reports, and lines in the log, in a minute, of one client network and of all: a broken page sends a few. */
export const maxReports = { network: 30, all: 600 } as const;

/**
 * Returns a function that counts a request or line and returns whether it is within the limits. Counted in memory, since a
 * report only writes to the log of this process.
 */
export function createReportLimit(now: () => number = Date.now): (network: string) => boolean {
  let windowEnd = 0;
  let total = 0;
  const counts = new Map<string, number>();
  return (network) => {
    if (now() >= windowEnd) {
      windowEnd = now() + windowMs;
      total = 0;
      counts.clear();
    }
    const count = counts.get(network) ?? 0;
    if (count >= maxReports.network || total >= maxReports.all) return false;
    counts.set(network, count + 1);
    total += 1;
    return true;
  };
}
