import type { Reached } from './per-window.ts';

/** At most `max` attempts of a key within the window of the store. */
export interface KeyLimit {
  key: string;
  max: number;
}

/**
 * The window of this process: what only it does, or does while Redis is down.
 *
 * @param now milliseconds of a monotonic clock
 */
export function memoryWindow(windowMs: number, now: () => number = () => performance.now()) {
  const timesByKey = new Map<string, number[]>();

  function removeOld(time: number): void {
    for (const [key, times] of timesByKey) {
      const recent = times.filter((each) => each > time - windowMs);
      if (recent.length > 0) timesByKey.set(key, recent);
      else timesByKey.delete(key);
    }
  }

  return {
    /** Counts attempts, all or none; returns the limit with the longest wait of those that refuse them. */
    count<Limit extends KeyLimit>(limits: readonly Limit[], attempts = 1): Reached<Limit> | undefined {
      const time = now();
      removeOld(time);
      let longest: Reached<Limit> | undefined;
      for (const limit of limits) {
        const times = timesByKey.get(limit.key) ?? [];
        const excess = times.length + attempts - limit.max;
        if (excess <= 0) continue;
        const waitMs = Math.max(1, (times[excess - 1] ?? time) + windowMs - time);
        if (!longest || waitMs > longest.waitMs) longest = { limit, waitMs };
      }
      if (longest) return longest;
      const added = Array.from({ length: attempts }, () => time);
      for (const { key } of limits) timesByKey.set(key, [...(timesByKey.get(key) ?? []), ...added]);
      return undefined;
    },
  };
}

/** Keys may come from requests. */
const maxLines = 20;

/** For log lines that clients can cause: returns true at most once in a minute for each key, and for at most 20 keys. */
export function createMinuteLimit(now?: () => number): (key: string) => boolean {
  const lines = memoryWindow(60_000, now);
  const ofAll = { key: 'all', max: maxLines };
  return (key) => !lines.count([ofAll, { key: `line ${key}`, max: 1 }]);
}
