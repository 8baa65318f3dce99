import { createPublicKey } from 'node:crypto';
import type { SessionKey } from '@fareline/contracts';
import { runWithoutDeadline } from '../deadline.ts';

/**
 * Minimum interval between two loads for unknown key ids. An unknown id within it is rejected without a load, so that
 * tokens with invented ids cause at most one request a second. A new key is published seconds before it is used for signing.
 */
const minReloadIntervalMs = 1000;

/** Keys are reloaded after this time, so that a withdrawn key is not trusted for longer. */
const maxAgeMs = 10 * 60_000;

/**
 * Creates a function that finds a public key by its id, as PEM, among all keys that `load` returns. Keys are reloaded for an
 * unknown id, so that a rotation reaches every service without a restart. Errors of `load` are passed on.
 */
export function createKeyFinder(
  load: () => Promise<SessionKey[]>,
): (kid: string) => Promise<string | undefined> {
  let keys = new Map<string, string>();
  let loadedAt = -Infinity;
  let loading: Promise<void> | undefined;

  const reload = async () => {
    const startedAt = performance.now();
    const loaded = await load();
    keys = new Map(loaded.map((key) => [key.kid, toPem(key)]));
    loadedAt = startedAt;
  };

  return async (kid) => {
    const age = performance.now() - loadedAt;
    if (age > (keys.has(kid) ? maxAgeMs : minReloadIntervalMs)) {
      loading ??= runWithoutDeadline(reload).finally(() => (loading = undefined));
      await loading;
    }
    return keys.get(kid);
  };
}

const toPem = ({ kty, crv, x, y }: SessionKey): string =>
  createPublicKey({ format: 'jwk', key: { kty, crv, x, y } })
    .export({ format: 'pem', type: 'spki' })
    .toString();
