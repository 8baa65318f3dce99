const minuteMs = 60_000;

/** Keys may come from requests. */
const maxKeys = 20;

/**
 * For log lines that clients can cause: returns true at most once in a minute for each key, and for at most 20 keys.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createMinuteLimit(now: () => number = () => performance.now()): (key: string) => boolean {
  const allowedAt = new Map<string, number>();
  return (key) => {
    // The oldest is first.
    for (const [allowed, at] of allowedAt) {
      if (now() - at < minuteMs) break;
      allowedAt.delete(allowed);
    }
    if (allowedAt.has(key) || allowedAt.size >= maxKeys) return false;
    allowedAt.set(key, now());
    return true;
  };
}
