import { createPublicKey } from 'node:crypto';
import type { SessionKey } from '@fareline/contracts';

/**
 * The least time between two look-ups. A key id that is unknown before it is over is refused at once: made-up ones cost no
 * more than a look-up a second and hold no connection, and a new key is published seconds before it signs.
 */
const minReloadIntervalMs = 1000;

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
    const at = performance.now();
    const published = await load();
    keys = new Map(published.map((key) => [key.kid, toPem(key)]));
    loadedAt = at;
  };

  return async (kid) => {
    const age = performance.now() - loadedAt;
    if (age > (keys.has(kid) ? maxAgeMs : minReloadIntervalMs)) {
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
