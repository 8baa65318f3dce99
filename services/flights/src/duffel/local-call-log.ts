import type { CallLimit, Refusal } from './budget-call.ts';

/**
 * Share of a limit that one thread may use while Redis is down. A replica makes calls in its main thread and in its search thread,
 * so that four replicas together stay within the budget.
 */
const localShare = 1 / 8;

/** Counts the calls of this thread while Redis is down; like the script it returns the limit with the longest wait, if there is one. */
export function createLocalCallLog(windowMs: number) {
  const callsByKey = new Map<string, number[]>();

  function removeOldCalls(now: number): void {
    for (const [key, times] of callsByKey) {
      const recent = times.filter((time) => time > now - windowMs);
      if (recent.length > 0) callsByKey.set(key, recent);
      else callsByKey.delete(key);
    }
  }

  return (wanted: number, limits: readonly CallLimit[]): Refusal | undefined => {
    const now = Date.now();
    removeOldCalls(now);
    const refusals = limits.flatMap((limit): Refusal[] => {
      const times = callsByKey.get(limit.key) ?? [];
      const excess = times.length + wanted - Math.max(1, Math.floor(limit.max * localShare));
      if (excess <= 0) return [];
      return [{ waitMs: Math.max(1, (times[excess - 1] ?? now) + windowMs - now), limit }];
    });
    if (refusals.length > 0)
      return refusals.reduce((longest, refusal) => (refusal.waitMs > longest.waitMs ? refusal : longest));
    for (const { key } of limits)
      callsByKey.set(key, [...(callsByKey.get(key) ?? []), ...Array.from({ length: wanted }, () => now)]);
    return undefined;
  };
}
