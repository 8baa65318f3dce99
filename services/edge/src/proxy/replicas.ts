/** A replica that could not be reached is skipped for this long. */
const ejectionMs = 2_000;

/** One that has stalled repeatedly is skipped twice as long each time, up to this. */
const maxEjectionMs = 30_000;

/** After its ejection a replica gets one request in this time, until it responds: longer than it takes to notice a stalled search. */
const probeMs = 3_000;

interface Ejection {
  until: number;
  /** How many times the replica has stalled since it last responded. */
  stalls: number;
  /** The ejection is over, and one request was sent to see whether the replica responds. */
  isProbed: boolean;
}

/** Balances requests over the replicas of one service. @param now milliseconds of a monotonic clock */
export function createReplicas(urls: readonly string[], now: () => number = () => performance.now()) {
  const ejections = new Map<string, Ejection>();
  const respondedAt = new Map<string, number>();
  let nextIndex = 0;

  const isAvailable = (url: string): boolean => {
    const ejection = ejections.get(url);
    return !ejection || ejection.until <= now();
  };
  /** A replica that has stopped would otherwise get its part of all requests until it is ejected again. */
  function markProbed(url: string): void {
    const ejection = ejections.get(url);
    if (ejection) ejections.set(url, { ...ejection, until: now() + probeMs, isProbed: true });
  }

  return {
    size: urls.length,
    now,
    /**
     * The URL of the next replica, round robin and without the excluded ones. Ejected replicas are returned only when no other
     * one is left; undefined when all are excluded.
     */
    next(excluded: ReadonlySet<string> = new Set()): string | undefined {
      const rotated = urls.map((_, index) => urls[(nextIndex + index) % urls.length]!);
      nextIndex = (nextIndex + 1) % urls.length;
      const candidates = rotated.filter((url) => !excluded.has(url));
      const available = candidates.find(isAvailable);
      if (available !== undefined) markProbed(available);
      return available ?? candidates[0];
    },
    /** Ejects a replica that could not be reached. */
    markFailed(url: string): void {
      const stalls = ejections.get(url)?.stalls ?? 0;
      ejections.set(url, { until: now() + ejectionMs, stalls, isProbed: false });
    },
    /**
     * Ejects a replica that did not answer a call, unless it has responded to anything since then, a time of `now`. Returns whether
     * it is now ejected because of this call.
     */
    markStalled(url: string, calledAt: number): boolean {
      if ((respondedAt.get(url) ?? -Infinity) >= calledAt) return false;
      const ejection = ejections.get(url);
      // Many searches notice the same stall.
      if (ejection && !ejection.isProbed && ejection.until > now()) return false;
      const stalls = ejection?.stalls ?? 0;
      const durationMs = Math.min(ejectionMs * 2 ** stalls, maxEjectionMs);
      ejections.set(url, { until: now() + durationMs, stalls: stalls + 1, isProbed: false });
      return true;
    },
    /** Ends the ejection of a replica that has responded. */
    markHealthy(url: string): void {
      respondedAt.set(url, now());
      ejections.delete(url);
    },
  };
}
export type Replicas = ReturnType<typeof createReplicas>;
