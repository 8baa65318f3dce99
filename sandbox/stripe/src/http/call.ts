import type { Deps, RequestContext } from '../deps.ts';
import type { IdempotencyRecord } from '../records.ts';
import { authenticate } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { secretKeyRequired, StripeError } from './errors.ts';
import { expandAll } from './expand.ts';
import { createFingerprint, findStoredResponse, keyInUseError, requireKeyLength } from './idempotency.ts';
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

/** An authenticated call. */
export interface AcceptedCall {
  call: Call;
  context: RequestContext;
  /** The idempotency key with the mode as prefix. */
  scopedKey: string | null;
  fingerprint: string;
  /** The response of an earlier call with the idempotency key. */
  storedResponse: IdempotencyRecord | undefined;
}

/** Checks authentication and idempotency key. Throws Stripe's errors. */
export function acceptCall(deps: Deps, endpoint: Endpoint, call: Call): AcceptedCall {
  const authentication = authenticate(call.authorization);
  const { livemode, isPublishable } = authentication;
  if (isPublishable && !endpoint.isPublic) throw secretKeyRequired();
  const { requestId, idempotencyKey } = call;
  const context: RequestContext = { ...deps, ...authentication, requestId, idempotencyKey };
  const fingerprint = createFingerprint(`${call.method} ${call.path}`, call.params);
  if (idempotencyKey === null)
    return { call, context, scopedKey: null, fingerprint, storedResponse: undefined };
  requireKeyLength(idempotencyKey);
  const scopedKey = `${livemode ? 'live' : 'test'}:${idempotencyKey}`;
  if (deps.keysInProgress.has(scopedKey)) throw keyInUseError(idempotencyKey);
  const storedResponse = findStoredResponse(context, scopedKey, idempotencyKey, fingerprint, call.path);
  return { call, context, scopedKey, fingerprint, storedResponse };
}

function execute(
  endpoint: Endpoint,
  { call, context }: AcceptedCall,
): { status: number; body: unknown; isStored: boolean } {
  try {
    const params = parseParams(endpoint.schema, call.params) as { expand?: string[] };
    const object = endpoint.execute(context, params, call.id);
    return { status: 200, body: expandAll(context, object, params.expand), isStored: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: { error: error.body }, isStored: error.isStored };
  }
}

/**
 * Executes a call once: returns the stored response of its idempotency key, or executes it and commits response and changes
 * before it returns. `override` is a response to return and store instead of executing the call.
 */
export function executeOnce(
  endpoint: Endpoint,
  acceptedCall: AcceptedCall,
  override?: { status: number; body: unknown },
): CallResponse {
  const { call, context, scopedKey, fingerprint, storedResponse } = acceptedCall;
  const { requestId, path } = call;
  if (storedResponse) {
    const { status, body, requestId: originalRequest } = storedResponse;
    return { status, body, replayed: true, originalRequest };
  }
  const { status, body, isStored } = override
    ? { ...override, isStored: true }
    : execute(endpoint, acceptedCall);
  if (scopedKey !== null && isStored) {
    const created = context.clock.seconds();
    context.idempotencyRecords.put(scopedKey, { fingerprint, path, status, body, requestId, created });
  }
  context.store.commit();
  return { status, body, replayed: false, originalRequest: requestId };
}
