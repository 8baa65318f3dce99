import type { RequestContext } from '../request-context.ts';
import type { Deps } from '../deps.ts';
import { authenticate } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { StripeError } from './errors.ts';
import { expandAll } from './expand.ts';
import { createFingerprint, keyInUseError, requireKeyLength, findStoredResponse } from './idempotency.ts';
import type { Params } from './params.ts';
import { parseParams } from './params.ts';

/** A received call before authentication and validation. */
export interface Call {
  requestId: string;
  method: string;
  path: string;
  id: string;
  authorization: string | undefined;
  /** Only set for POST calls, because Stripe ignores the header for other methods. */
  idempotencyKey: string | null;
  params: Params;
}

export interface CallResponse {
  status: number;
  body: unknown;
  replayed: boolean;
  /** Request id of the first call with the idempotency key. */
  originalRequest: string;
}

/** An authenticated call. `scopedKey` is its idempotency key with the mode as prefix. */
export interface AcceptedCall {
  call: Call;
  context: RequestContext;
  scopedKey: string | null;
}

function toErrorResponse(error: unknown): { status: number; body: unknown; isStored: boolean } {
  if (error instanceof StripeError) {
    return { status: error.status, body: { error: error.body }, isStored: error.isStored };
  }
  throw error;
}

/** Checks authentication, rate limit and whether the idempotency key is in use. Throws Stripe's errors. */
export function acceptCall(deps: Deps, call: Call): AcceptedCall {
  const livemode = authenticate(call.authorization, deps.options);
  deps.checkRateLimit();
  const key = call.idempotencyKey;
  if (key !== null) requireKeyLength(key);
  const scopedKey = key === null ? null : `${livemode ? 'live' : 'test'}:${key}`;
  if (key !== null && scopedKey !== null && deps.inProgress.has(scopedKey)) throw keyInUseError(key);
  const { store, clock, options } = deps;
  const context = { store, clock, options, requestId: call.requestId, idempotencyKey: key, livemode };
  return { call, context, scopedKey };
}

function execute(
  endpoint: Endpoint,
  acceptedCall: AcceptedCall,
): { status: number; body: unknown; isStored: boolean } {
  try {
    const parsed = parseParams(endpoint.schema, acceptedCall.call.params) as { expand?: string[] };
    const object = endpoint.execute(acceptedCall.context, parsed, acceptedCall.call.id);
    return { status: 200, body: expandAll(acceptedCall.context, object, parsed.expand), isStored: true };
  } catch (error) {
    return toErrorResponse(error);
  }
}

/**
 * Executes a call once: returns the stored response of its idempotency key, or executes it and commits response and changes
 * before it returns. `override` is a response to return and store instead of executing the call.
 */
export function executeOnce(
  deps: Deps,
  endpoint: Endpoint,
  acceptedCall: AcceptedCall,
  override?: { status: number; body: unknown },
): CallResponse {
  const { call, context, scopedKey } = acceptedCall;
  const fingerprint = createFingerprint(`${call.method} ${call.path}`, call.params);
  deps.expireAuthorisations();
  if (scopedKey !== null && call.idempotencyKey !== null) {
    const { store, clock } = deps;
    const stored = findStoredResponse(store, clock, scopedKey, call.idempotencyKey, fingerprint, call.path);
    if (stored)
      return { status: stored.status, body: stored.body, replayed: true, originalRequest: stored.requestId };
  }
  const result = override ? { ...override, isStored: true } : execute(endpoint, acceptedCall);
  const { status, body } = result;
  if (scopedKey !== null && result.isStored) {
    const { requestId } = call;
    const stored = { fingerprint, path: call.path, status, body, requestId, created: context.clock.now() };
    context.store.put('idempotency', scopedKey, stored);
  }
  deps.store.commit();
  deps.dispatcher.deliverPending();
  return { status, body, replayed: false, originalRequest: call.requestId };
}
