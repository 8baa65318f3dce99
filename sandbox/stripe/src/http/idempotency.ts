import { createHash } from 'node:crypto';

import type { Clock } from '../clock.ts';
import type { IdempotencyRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { StripeError } from './errors.ts';
import type { Params } from './params.ts';

/** How long Stripe remembers a key. */
const KEPT_SECONDS = 24 * 3600;

/** Card data must not be recoverable from what is stored, hashed or not. */
function withoutCard(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCard);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([key]) => key !== 'cvc')
    .map(([key, inner]) => [key, key === 'number' ? String(inner).slice(-4) : withoutCard(inner)])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));
}

/** What has to be the same for a repeat to count as one. */
export function fingerprintOf(path: string, params: Params): string {
  return createHash('sha256')
    .update(JSON.stringify([path, withoutCard(params)]))
    .digest('hex');
}

function clash(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message }, false);
}

export function keyInUse(key: string): StripeError {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again or use a different Idempotency-Key.`;
  return new StripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }, false);
}

export function requireKeyLength(key: string): void {
  if (key.length > 255) throw clash('Idempotency keys can be at most 255 characters long.');
}

/** The stored answer to a key, undefined for a new or forgotten one. Throws where the key was used for something else. */
export function storedAnswer(
  store: Store,
  clock: Clock,
  scopedKey: string,
  key: string,
  fingerprint: string,
  path: string,
): IdempotencyRecord | undefined {
  const record = store.get('idempotency', scopedKey);
  if (!record || record.created + KEPT_SECONDS <= clock.now()) return undefined;
  if (record.fingerprint === fingerprint) return record;
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (record.path !== path) {
    throw clash(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${record.path}'). ${advice}`,
    );
  }
  throw clash(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
  );
}
