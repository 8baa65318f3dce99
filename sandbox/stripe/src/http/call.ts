import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate, publishableKeyRefused } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { StripeError } from './errors.ts';
import { expandAll } from './expand.ts';
import { fingerprintOf, keyInUse, requireKeyLength, storedAnswer } from './idempotency.ts';
import type { Params } from './params.ts';
import { parseParams } from './params.ts';

/** A call as it came in, before anything is trusted. */
export interface Call {
  requestId: string;
  method: string;
  path: string;
  id: string;
  authorization: string | undefined;
  /** Of POST calls only: Stripe ignores the header elsewhere. */
  idempotencyKey: string | null;
  params: Params;
}

export interface Answer {
  status: number;
  body: unknown;
  replayed: boolean;
  /** Id of the call that was first answered under the key. */
  originalRequest: string;
}

/** A call that has passed authentication, with its place under the idempotency key. */
export interface Admitted {
  call: Call;
  context: Context;
  scopedKey: string | null;
}

function answerOf(error: unknown): { status: number; body: unknown; stored: boolean } {
  if (error instanceof StripeError) {
    return { status: error.status, body: { error: error.body }, stored: error.stored };
  }
  throw error;
}

/** Authentication, rate limit and the lock of the idempotency key. Throws what Stripe answers. */
export function admit(sandbox: Sandbox, call: Call, endpoint: Endpoint): Admitted {
  const caller = authenticate(call.authorization, call.params.key, sandbox.options);
  if (caller.publishable && !endpoint.publishable) throw publishableKeyRefused();
  sandbox.countCall();
  const key = call.idempotencyKey;
  if (key !== null) requireKeyLength(key);
  const scopedKey = key === null ? null : `${caller.livemode ? 'live' : 'test'}:${key}`;
  if (key !== null && scopedKey !== null && sandbox.inProgress.has(scopedKey)) throw keyInUse(key);
  const { store, clock, options } = sandbox;
  const context = { store, clock, options, requestId: call.requestId, idempotencyKey: key, ...caller };
  return { call, context, scopedKey };
}

function execute(endpoint: Endpoint, admitted: Admitted): { status: number; body: unknown; stored: boolean } {
  const { key: _key, ...params } = admitted.call.params;
  try {
    const parsed = parseParams(endpoint.schema, params) as { expand?: string[] };
    const object = endpoint.execute(admitted.context, parsed, admitted.call.id);
    return { status: 200, body: expandAll(admitted.context, object, parsed.expand), stored: true };
  } catch (error) {
    return answerOf(error);
  }
}

/**
 * Does the work once: the stored answer of the key, or a fresh one, which is durable with everything it changed when this
 * returns. `instead` is an answer to give and remember without doing the work.
 */
export function perform(
  sandbox: Sandbox,
  endpoint: Endpoint,
  admitted: Admitted,
  instead?: { status: number; body: unknown },
): Answer {
  const { call, context, scopedKey } = admitted;
  const fingerprint = fingerprintOf(`${call.method} ${call.path}`, call.params);
  sandbox.lapse();
  if (scopedKey !== null && call.idempotencyKey !== null) {
    const { store, clock } = sandbox;
    const old = storedAnswer(store, clock, scopedKey, call.idempotencyKey, fingerprint, call.path);
    if (old) return { status: old.status, body: old.body, replayed: true, originalRequest: old.requestId };
  }
  const fresh = instead ? { ...instead, stored: true } : execute(endpoint, admitted);
  const { status, body } = fresh;
  if (scopedKey !== null && fresh.stored) {
    const { requestId } = call;
    const stored = { fingerprint, path: call.path, status, body, requestId, created: context.clock.now() };
    context.store.put('idempotency', scopedKey, stored);
  }
  sandbox.store.commit();
  sandbox.dispatcher.wake();
  return { status, body, replayed: false, originalRequest: call.requestId };
}
