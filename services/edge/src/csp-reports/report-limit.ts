const windowMs = 60_000;

/** Reports in a minute, of one IP address and of all: a broken page sends a few, and each is a line in the log. */
export const maxReports = { ipAddress: 30, all: 600 } as const;

/**
 * Returns a function that counts a report and returns whether it is within the limits. Counted in memory, since a report only
 * writes to the log of this process.
 */
export function createReportLimit(now: () => number = Date.now): (ipAddress: string) => boolean {
  let windowEnd = 0;
  let total = 0;
  const counts = new Map<string, number>();
  return (ipAddress) => {
    if (now() >= windowEnd) {
      windowEnd = now() + windowMs;
      total = 0;
      counts.clear();
    }
    const count = counts.get(ipAddress) ?? 0;
    if (count >= maxReports.ipAddress || total >= maxReports.all) return false;
    counts.set(ipAddress, count + 1);
    total += 1;
    return true;
  };
}
