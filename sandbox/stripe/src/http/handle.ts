import type { FastifyReply, FastifyRequest } from 'fastify';

import { API_VERSION } from '../events/emit.ts';
import { newRequestId } from '../ids.ts';
import type { Deps } from '../deps.ts';
import { respondWithFault } from './apply-fault.ts';
import { acceptCall, executeOnce } from './call.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { StripeError } from './errors.ts';
import type { Params } from './params.ts';
import { sendResponse } from './respond.ts';

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

/** Handles a call: responds to it, or as a fault requires. */
export async function handleCall(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = parseCall(request);
  setCommonHeaders(reply, call, getFirst(request.headers['stripe-version']));
  try {
    const acceptedCall = acceptCall(deps, endpoint, call);
    // After the checks, so that a call that they refuse does not use up a fault.
    const fault = deps.faults.take(request);
    if (fault) await respondWithFault(fault, endpoint, acceptedCall, reply);
    else sendResponse(reply, call, executeOnce(endpoint, acceptedCall));
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { status, body } = error;
    const originalRequest = call.requestId;
    sendResponse(reply, call, { status, body: { error: body }, replayed: false, originalRequest });
  }
  return reply;
}
