import { setTimeout as delay } from 'node:timers/promises';

/** Repeats `check`, which may throw while something is down, until it returns a value; undefined when the time is over. */
export async function waitFor<T>(
  timeoutMs: number,
  check: () => Promise<T | undefined>,
  everyMs = 200,
): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const value = await check().catch(() => undefined);
    if (value !== undefined) return value;
    await delay(everyMs);
  }
  return undefined;
}
