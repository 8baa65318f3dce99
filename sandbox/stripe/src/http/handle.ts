import type { FastifyReply, FastifyRequest } from 'fastify';

import { API_VERSION } from '../events/emit.ts';
import { newRequestId } from '../ids.ts';
import type { Deps } from '../deps.ts';
import { acceptCall, executeOnce } from './call.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { StripeError } from './errors.ts';
import type { Params } from './params.ts';
import { sendResponse } from './respond.ts';
import { applyFault } from './apply-fault.ts';

const getFirst = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function parseCall(request: FastifyRequest): Call {
  const { id } = request.params as { id?: string };
  const path = request.url.split('?')[0] ?? request.url;
  const key = getFirst(request.headers['idempotency-key']);
  return {
    requestId: newRequestId(),
    method: request.method,
    path,
    id: id ?? `${request.method}: ${path}`,
    authorization: request.headers.authorization,
    idempotencyKey: request.method === 'POST' && key ? key : null,
    params: { ...(request.query as Params), ...((request.body as Params | undefined) ?? {}) },
  };
}

function setCommonHeaders(reply: FastifyReply, call: Call, version: string | undefined): void {
  reply.headers({
    'request-id': call.requestId,
    'stripe-version': version ?? API_VERSION,
    'cache-control': 'no-cache, no-store',
  });
}

/** Handles a call and records it in the ledger, without its parameters. */
export async function handleCall(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = parseCall(request);
  const at = new Date(deps.clock.nowMs()).toISOString();
  setCommonHeaders(reply, call, getFirst(request.headers['stripe-version']));
  const fault = deps.faults.take(call.method, call.path);
  const record = (status: number | null, replayed: boolean) => {
    const { requestId: id, method, path, idempotencyKey: idempotency_key } = call;
    const entry = { id, method, path, at, status, idempotency_key, replayed };
    deps.store.put('requests', id, fault ? { ...entry, fault: fault.kind } : entry);
    deps.store.commit();
  };
  try {
    const acceptedCall = acceptCall(deps, call);
    if (fault) {
      record(null, false);
      const status = await applyFault({ deps, endpoint, acceptedCall, fault, reply });
      if (status !== null) record(status, false);
      return reply;
    }
    const response = executeOnce(deps, endpoint, acceptedCall);
    record(response.status, response.replayed);
    return sendResponse(reply, call, response);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    record(error.status, false);
    const { status } = error;
    return sendResponse(reply, call, {
      status,
      body: { error: error.body },
      replayed: false,
      originalRequest: call.requestId,
    });
  }
}
