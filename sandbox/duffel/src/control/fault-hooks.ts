import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope, type ErrorType } from '../http/errors.ts';
import { rateLimited } from '../http/provider-rules.ts';
import { emitOrderCreationFailed, recordAttempt } from '../orders/booking-attempts.ts';
import type { Deps } from '../deps.ts';
import type { Fault } from './faults.ts';
import type { LedgerEntry } from './ledger.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | undefined;
    ledgerEntry: LedgerEntry | undefined;
    /** Whether this request executes a `commit_late` fault: the client already has its response. */
    isLateCommit: boolean;
  }
}

const BYPASS_HEADER = 'x-sandbox-bypass';
/** The only call with the full latency; a batch search is delayed when its batches are read, not when it starts. */
const SEARCH_PATH = /^\/air\/offer_requests\/?$/;
const getPath = (request: FastifyRequest): string => (request.url.split('?')[0] ?? '').replace(/\/$/, '');

/** Records every call in the ledger, adds the configured latency, and applies the faults that tests have added. */
export function addFaultHooks(app: FastifyInstance, deps: Deps): void {
  // The token is random for each process, so that no client can bypass faults with it.
  const bypassToken = randomUUID();
  app.decorateRequest('fault', undefined);
  app.decorateRequest('ledgerEntry', undefined);
  app.decorateRequest('isLateCommit', false);

  app.addHook('onRequest', async (request) => {
    request.isLateCommit = request.headers[BYPASS_HEADER] === bypassToken;
    if (!request.isLateCommit)
      request.ledgerEntry = deps.ledger.begin(request.method, getPath(request), deps.clock.iso());
  });

  app.addHook('preHandler', async (request, reply) => {
    if (request.isLateCommit) return;
    const latency = SEARCH_PATH.test(getPath(request)) ? deps.latencyMs : deps.latencyMs / 5;
    if (latency > 0) await sleep(latency);
    const fault = deps.faults.take(request.method, getPath(request));
    if (!fault) return;
    request.fault = fault;
    if (request.ledgerEntry) request.ledgerEntry.fault = fault.kind;
    return applyFault(app, deps, request, reply, fault, bypassToken);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = request.fault;
    if (fault?.kind === 'commit_and_drop') destroyConnection(request);
    if (fault?.kind === 'commit_and_hang') await once(request.raw.socket, 'close');
    if (fault?.kind === 'commit_and_status') {
      reply.code(fault.status ?? 502);
      reply.header('content-type', 'application/json; charset=utf-8');
      return JSON.stringify(
        fault.body ??
          errorEnvelope(fault.status ?? 502, request.requestId, [defaultError(fault.status ?? 502)]),
      );
    }
    return payload;
  });

  app.addHook('onResponse', async (request, reply) => {
    const isConnectionCut = request.fault?.kind === 'commit_and_drop' || request.fault?.kind === 'drop';
    if (request.ledgerEntry && !isConnectionCut) request.ledgerEntry.status = reply.statusCode;
  });
}

const destroyConnection = (request: FastifyRequest): void => {
  request.raw.socket.destroy();
};

async function applyFault(
  app: FastifyInstance,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  bypassToken: string,
): Promise<FastifyReply | undefined> {
  switch (fault.kind) {
    case 'latency':
      await sleep(fault.latencyMs);
      return undefined;
    case 'status':
      if (fault.latencyMs) await sleep(fault.latencyMs);
      return sendFaultStatus(request, reply, fault);
    case 'malformed':
      return reply
        .code(fault.status ?? 200)
        .headers({ 'content-type': 'application/json; charset=utf-8', ...fault.headers })
        .send(typeof fault.body === 'string' ? fault.body : '{"data": {"id": "off_0000');
    case 'hang':
      reply.hijack();
      return reply;
    case 'drop':
      reply.hijack();
      destroyConnection(request);
      return reply;
    case 'commit_late':
      recordAttempt(deps, request);
      commitLater(app, request, fault.delayMs, bypassToken);
      if (fault.status === 0) {
        reply.hijack();
        destroyConnection(request);
        return reply;
      }
      return sendAccepted(request, reply, fault);
    case 'fail_late':
      recordAttempt(deps, request);
      setTimeout(() => emitOrderCreationFailed(deps, request), fault.delayMs).unref();
      return sendAccepted(request, reply, fault);
    default:
      return undefined;
  }
}

function sendAccepted(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  const status = fault.status ?? 202;
  return reply
    .code(status)
    .send(fault.body ?? { data: null, meta: { status, request_id: request.requestId } });
}

function commitLater(
  app: FastifyInstance,
  request: FastifyRequest,
  delayMs: number,
  bypassToken: string,
): void {
  const { authorization, 'duffel-version': version } = request.headers;
  const timer = setTimeout(() => {
    void app.inject({
      method: request.method as 'POST',
      url: request.url,
      headers: { authorization, 'duffel-version': version, [BYPASS_HEADER]: bypassToken },
      payload: request.body as object,
    });
  }, delayMs);
  timer.unref();
}

function sendFaultStatus(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  const status = fault.status ?? 500;
  reply.code(status).headers(fault.headers ?? {});
  if (status === 429)
    reply.headers({
      'ratelimit-remaining': '0',
      'retry-after': '1',
      'ratelimit-reset': getRetryTime(),
      ...fault.headers,
    });
  if (typeof fault.body === 'string')
    return reply.type(fault.headers?.['content-type'] ?? 'text/html').send(fault.body);
  if (fault.body !== undefined) return reply.send(fault.body);
  if (status < 400) return reply.send({ data: null, meta: { status, request_id: request.requestId } });
  return reply.send(errorEnvelope(status, request.requestId, [defaultError(status)]));
}

const getRetryTime = (): string => new Date(Date.now() + 1_000).toUTCString();

function defaultError(status: number) {
  if (status === 429) return rateLimited().body;
  const type: ErrorType =
    status >= 500 ? (status === 502 ? 'airline_error' : 'api_error') : 'invalid_request_error';
  const code = status === 502 ? 'airline_unknown' : status >= 500 ? 'internal_server_error' : 'bad_request';
  return {
    type,
    code,
    title: status >= 500 ? 'Internal server error' : 'Bad request',
    message: status >= 500 ? 'Something went wrong on our end.' : 'The request was unacceptable.',
    documentation_url: 'https://duffel.com/docs/api/overview/response-handling',
  };
}
