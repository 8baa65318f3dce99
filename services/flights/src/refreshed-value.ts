import { setTimeout as sleep } from 'node:timers/promises';

interface RefreshedValueOptions<Value> {
  /** How long a value is used before it is loaded again. */
  ttlMs: number;
  /** How long a call waits for a load when there is an earlier value. */
  maxWaitMs: number;
  load(): Promise<Value>;
}

/**
 * Returns a function that resolves to a value of another service, which is loaded again when it is older than the TTL. A service that
 * hangs delays nobody: the earlier value is used after a short wait, and at once by the calls after it, until the load has
 * ended. Rejects if a load fails and there is no earlier value.
 */
export function createRefreshedValue<Value>({
  ttlMs,
  maxWaitMs,
  load,
}: RefreshedValueOptions<Value>): () => Promise<Value> {
  let known: { value: Value } | undefined;
  let expiresAt = 0;
  let refresh: Promise<unknown> | undefined;

  async function reload(): Promise<Value> {
    try {
      known = { value: await load() };
      return known.value;
    } finally {
      expiresAt = performance.now() + ttlMs;
      refresh = undefined;
    }
  }

  return async () => {
    if (!known) return (await (refresh ??= reload())) as Value;
    if (performance.now() < expiresAt) return known.value;
    refresh ??= Promise.race([reload(), sleep(maxWaitMs, undefined, { ref: false })]).catch(() => undefined);
    await refresh;
    return known.value;
  };
}
