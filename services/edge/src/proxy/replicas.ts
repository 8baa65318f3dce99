/** A replica that could not be reached is skipped for this long. */
const ejectionMs = 2000;

export interface Replicas {
  readonly size: number;
  /**
   * The URL of the next replica, round robin and without the excluded ones. Ejected replicas are returned only when no other
   * one is left; undefined when all are excluded.
   */
  next(excluded?: ReadonlySet<string>): string | undefined;
  /** Ejects a replica that could not be reached. */
  markFailed(url: string): void;
  /** Ends the ejection of a replica that has responded. */
  markHealthy(url: string): void;
}

/** Balances requests over the replicas of one service. */
export function createReplicas(urls: readonly string[], now: () => number = Date.now): Replicas {
  const ejectedUntil = new Map<string, number>();
  let nextIndex = 0;
  return {
    size: urls.length,
    next(excluded = new Set()) {
      const rotated = urls.map((_, index) => urls[(nextIndex + index) % urls.length]!);
      nextIndex = (nextIndex + 1) % urls.length;
      const candidates = rotated.filter((url) => !excluded.has(url));
      return candidates.find((url) => (ejectedUntil.get(url) ?? 0) <= now()) ?? candidates[0];
    },
    markFailed: (url) => void ejectedUntil.set(url, now() + ejectionMs),
    markHealthy: (url) => void ejectedUntil.delete(url),
  };
}
