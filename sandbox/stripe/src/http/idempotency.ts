import { createHash } from 'node:crypto';

import type { Deps } from '../deps.ts';
import type { IdempotencyRecord } from '../records.ts';
import { StripeError } from './errors.ts';
import type { Params } from './params.ts';

/** Lifetime of an idempotency key at Stripe. */
const KEY_TTL_SECONDS = 24 * 3600;

/** Removes card data, which must not be recoverable from stored values, even from a hash. */
function omitCardData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitCardData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([key]) => key !== 'cvc')
    .map(([key, nested]) => [key, key === 'number' ? String(nested).slice(-4) : omitCardData(nested)])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));
}

/** Creates a hash of path and parameters, to check that a repeated call is the same. */
export function createFingerprint(path: string, params: Params): string {
  return createHash('sha256')
    .update(JSON.stringify([path, omitCardData(params)]))
    .digest('hex');
}

function idempotencyError(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message }, false);
}

export function keyInUseError(key: string): StripeError {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again or use a different Idempotency-Key.`;
  return new StripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }, false);
}

export function requireKeyLength(key: string): void {
  if (key.length > 255) throw idempotencyError('Idempotency keys can be at most 255 characters long.');
}

/** Finds the stored response of a key; undefined for a new or expired key. Throws Stripe's 400 if the call is a different one. */
export function findStoredResponse(
  { idempotencyRecords, clock }: Deps,
  scopedKey: string,
  key: string,
  fingerprint: string,
  path: string,
): IdempotencyRecord | undefined {
  const record = idempotencyRecords.get(scopedKey);
  if (!record || record.created + KEY_TTL_SECONDS <= clock.seconds()) return undefined;
  if (record.fingerprint === fingerprint) return record;
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (record.path !== path) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${record.path}'). ${advice}`,
    );
  }
  throw idempotencyError(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
  );
}
