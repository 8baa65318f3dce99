import { createPublicKey } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { SessionKey } from '@fareline/contracts';

/** The time between two look-ups, so that made-up key ids cost no more than one a second, however many come. */
const pauseMs = 1000;

/** Keys are looked up again after this time, so that a key that was taken back is not trusted for long. */
const maxAgeMs = 10 * 60_000;

/**
 * Finds published keys by their id, as PEM. `load` answers all of them. A key that is not known yet is looked up, which is
 * how a rotation reaches every service without a restart. Throws what `load` throws.
 */
export function createKeyFinder(
  load: () => Promise<SessionKey[]>,
): (kid: string) => Promise<string | undefined> {
  let keys = new Map<string, string>();
  let loadedAt = -Infinity;
  let loading: Promise<void> | undefined;

  const reload = async () => {
    const rest = loadedAt + pauseMs - performance.now();
    if (rest > 0) await setTimeout(rest);
    const at = performance.now();
    const published = await load();
    keys = new Map(published.map((key) => [key.kid, toPem(key)]));
    loadedAt = at;
  };

  return async (kid) => {
    const isOutdated = performance.now() - loadedAt > maxAgeMs;
    if (isOutdated || !keys.has(kid)) {
      loading ??= reload().finally(() => (loading = undefined));
      await loading;
    }
    return keys.get(kid);
  };
}

const toPem = ({ kty, crv, x, y }: SessionKey): string =>
  createPublicKey({ format: 'jwk', key: { kty, crv, x, y } })
    .export({ format: 'pem', type: 'spki' })
    .toString();
