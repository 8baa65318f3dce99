const minuteMs = 60_000;

/**
 * For log lines that clients can cause: returns true at most once in a minute for each key.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createMinuteLimit(now: () => number = () => performance.now()): (key: string) => boolean {
  const allowedAt = new Map<string, number>();
  return (key) => {
    if (now() - (allowedAt.get(key) ?? -Infinity) < minuteMs) return false;
    allowedAt.set(key, now());
    return true;
  };
}
