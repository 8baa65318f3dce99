import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { envelope, type ErrorType } from '../http/errors.ts';
import { rateLimited } from '../http/provider-rules.ts';
import { announceFailure, noteAttempt } from '../orders/attempts.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Fault } from './faults.ts';
import type { LedgerEntry } from './ledger.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | undefined;
    ledgerEntry: LedgerEntry | undefined;
    /** The second half of a call that was answered before its work was done. */
    isLateCommit: boolean;
  }
}

const LATE = 'x-sandbox-late';
/** The call that waits for the airlines. One that begins a search in batches does not: its reads do. */
const SEARCHES = /^\/air\/offer_requests\/?$/;
const pathOf = (request: FastifyRequest): string => (request.url.split('?')[0] ?? '').replace(/\/$/, '');

/** Counts every call, slows it as configured, and plays the faults that tests have asked for. */
export function addFaultHooks(app: FastifyInstance, sandbox: Sandbox): void {
  // Only this process knows the word, so no client can skip faults with it.
  const lateWord = randomUUID();
  app.decorateRequest('fault', undefined);
  app.decorateRequest('ledgerEntry', undefined);
  app.decorateRequest('isLateCommit', false);

  app.addHook('onRequest', async (request) => {
    request.isLateCommit = request.headers[LATE] === lateWord;
    if (!request.isLateCommit)
      request.ledgerEntry = sandbox.ledger.begin(request.method, pathOf(request), sandbox.clock.iso());
  });

  app.addHook('preHandler', async (request, reply) => {
    if (request.isLateCommit) return;
    const latency = SEARCHES.test(pathOf(request)) ? sandbox.latencyMs : sandbox.latencyMs / 5;
    if (latency > 0) await sleep(latency);
    const fault = sandbox.faults.take(request.method, pathOf(request));
    if (!fault) return;
    request.fault = fault;
    if (request.ledgerEntry) request.ledgerEntry.fault = fault.kind;
    return playBefore(app, sandbox, request, reply, fault, lateWord);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = request.fault;
    if (fault?.kind === 'commit_and_drop') cut(request);
    if (fault?.kind === 'commit_and_hang') await once(request.raw.socket, 'close');
    if (fault?.kind === 'commit_and_status') {
      reply.code(fault.status ?? 502);
      reply.header('content-type', 'application/json; charset=utf-8');
      return JSON.stringify(
        fault.body ?? envelope(fault.status ?? 502, request.requestId, [defaultError(fault.status ?? 502)]),
      );
    }
    return payload;
  });

  app.addHook('onResponse', async (request, reply) => {
    const cutOff = request.fault?.kind === 'commit_and_drop' || request.fault?.kind === 'drop';
    if (request.ledgerEntry && !cutOff) request.ledgerEntry.status = reply.statusCode;
  });
}

const cut = (request: FastifyRequest): void => {
  request.raw.socket.destroy();
};

async function playBefore(
  app: FastifyInstance,
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  lateWord: string,
): Promise<FastifyReply | undefined> {
  switch (fault.kind) {
    case 'latency':
      await sleep(fault.latencyMs);
      return undefined;
    case 'status':
      if (fault.latencyMs) await sleep(fault.latencyMs);
      return answerStatus(request, reply, fault);
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
      cut(request);
      return reply;
    case 'commit_late':
      noteAttempt(sandbox, request);
      commitLater(app, request, fault.delayMs, lateWord);
      if (fault.status === 0) {
        reply.hijack();
        cut(request);
        return reply;
      }
      return accepted(request, reply, fault);
    case 'fail_late':
      noteAttempt(sandbox, request);
      setTimeout(() => announceFailure(sandbox, request), fault.delayMs).unref();
      return accepted(request, reply, fault);
    default:
      return undefined;
  }
}

function accepted(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  const status = fault.status ?? 202;
  return reply
    .code(status)
    .send(fault.body ?? { data: null, meta: { status, request_id: request.requestId } });
}

function commitLater(app: FastifyInstance, request: FastifyRequest, delayMs: number, lateWord: string): void {
  const { authorization, 'duffel-version': version } = request.headers;
  const timer = setTimeout(() => {
    void app.inject({
      method: request.method as 'POST',
      url: request.url,
      headers: { authorization, 'duffel-version': version, [LATE]: lateWord },
      payload: request.body as object,
    });
  }, delayMs);
  timer.unref();
}

function answerStatus(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  const status = fault.status ?? 500;
  reply.code(status).headers(fault.headers ?? {});
  if (status === 429)
    reply.headers({
      'ratelimit-remaining': '0',
      'retry-after': '1',
      'ratelimit-reset': soon(),
      ...fault.headers,
    });
  if (typeof fault.body === 'string')
    return reply.type(fault.headers?.['content-type'] ?? 'text/html').send(fault.body);
  if (fault.body !== undefined) return reply.send(fault.body);
  if (status < 400) return reply.send({ data: null, meta: { status, request_id: request.requestId } });
  return reply.send(envelope(status, request.requestId, [defaultError(status)]));
}

const soon = (): string => new Date(Date.now() + 1_000).toUTCString();

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
