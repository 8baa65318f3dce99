import type { FastifyReply, FastifyRequest } from 'fastify';

import { API_VERSION } from '../events/emit.ts';
import { newRequestId } from '../ids.ts';
import type { Sandbox } from '../sandbox.ts';
import { admit, perform } from './call.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { StripeError } from './errors.ts';
import type { Params } from './params.ts';
import { respond } from './respond.ts';
import { answerWithFault } from './troubled.ts';

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function callOf(request: FastifyRequest): Call {
  const { id } = request.params as { id?: string };
  const path = request.url.split('?')[0] ?? request.url;
  const key = single(request.headers['idempotency-key']);
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

function commonHeaders(reply: FastifyReply, call: Call, version: string | undefined): void {
  reply.headers({
    'request-id': call.requestId,
    'stripe-version': version ?? API_VERSION,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Request-Id, Stripe-Should-Retry',
    'cache-control': 'no-cache, no-store',
  });
}

/** Runs a call through an endpoint and writes the ledger's line about it, without parameters. */
export async function handleCall(
  sandbox: Sandbox,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = callOf(request);
  const at = new Date(sandbox.clock.nowMs()).toISOString();
  commonHeaders(reply, call, single(request.headers['stripe-version']));
  const fault = sandbox.faults.take(call.method, call.path);
  const record = (status: number | null, replayed: boolean) => {
    const { requestId: id, method, path, idempotencyKey: idempotency_key } = call;
    const line = { id, method, path, at, status, idempotency_key, replayed };
    sandbox.store.put('requests', id, fault ? { ...line, fault: fault.kind } : line);
    sandbox.store.commit();
  };
  try {
    const admitted = admit(sandbox, call, endpoint);
    if (fault) {
      record(null, false);
      const status = await answerWithFault({ sandbox, endpoint, admitted, fault, reply });
      if (status !== null) record(status, false);
      return reply;
    }
    const answer = perform(sandbox, endpoint, admitted);
    record(answer.status, answer.replayed);
    return respond(reply, call, answer);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    record(error.status, false);
    const { status } = error;
    return respond(reply, call, {
      status,
      body: { error: error.body },
      replayed: false,
      originalRequest: call.requestId,
    });
  }
}
