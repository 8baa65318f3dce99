import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFault, getPath, recordCalls } from '@fareline/sandbox-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  airlineUnknown,
  badRequest,
  errorEnvelope,
  internalServerError,
  notFound,
  unavailableFeature,
} from '../http/errors.ts';
import { rateLimited } from '../http/provider-rules.ts';
import { emitOrderCreationFailed, recordAttempt } from '../orders/booking-attempts.ts';
import type { Deps } from '../deps.ts';
import type { DuffelFault } from './duffel-fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the sandbox sent this request to itself, to execute a call that has a fault. */
    isInternal: boolean;
    /** Whether it is the booking whose attempt was recorded before it is executed. */
    isRecordedAttempt: boolean;
  }
}

interface FaultResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const INTERNAL_HEADER = 'x-sandbox-internal';
const ATTEMPT_HEADER = 'x-sandbox-attempt';
/** The only call with the full latency; a batch search is delayed when its batches are read, not when it starts. */
const SEARCH_PATH = '/air/offer_requests';

/** Records every call in the ledger, adds the configured latency, and applies the faults that tests have added. */
export function addFaultHooks(app: FastifyInstance, deps: Deps): void {
  // The token is random for each process, so that no client can bypass faults with it.
  const internalToken = randomUUID();
  app.decorateRequest('isInternal', false);
  app.decorateRequest('isRecordedAttempt', false);
  app.addHook('onRequest', async (request) => {
    request.isInternal = request.headers[INTERNAL_HEADER] === internalToken;
    request.isRecordedAttempt = request.headers[ATTEMPT_HEADER] === internalToken;
  });
  recordCalls(app, deps, (request) => request.isInternal);

  app.addHook('preHandler', async (request, reply) => {
    if (request.isInternal) return;
    const latency = getPath(request) === SEARCH_PATH ? deps.latencyMs : deps.latencyMs / 5;
    if (latency > 0) await sleep(latency);
    const fault = deps.faults.take(request);
    if (!fault) return;
    const isLate = fault.kind === 'commit_late' || fault.kind === 'fail_late';
    const isRecordedAttempt = isLate && recordAttempt(deps, request);
    if (fault.kind === 'fail_late') {
      setTimeout(() => emitOrderCreationFailed(deps, request), fault.delayMs).unref();
      const { status, headers, body } = buildFaultResponse(request, fault);
      return reply.code(status).headers(headers).send(body);
    }
    await applyFault(fault, {
      reply,
      closing: deps.closing,
      execute: () =>
        executeInternally(app, request, {
          [INTERNAL_HEADER]: internalToken,
          ...(isRecordedAttempt && { [ATTEMPT_HEADER]: internalToken }),
        }),
      buildResponse: () => buildFaultResponse(request, fault),
      send: ({ status, headers, body }) => void reply.code(status).headers(headers).send(body),
    });
    return reply;
  });
}

/** Executes a call by sending it again without its fault. */
async function executeInternally(
  app: FastifyInstance,
  request: FastifyRequest,
  internalHeaders: Record<string, string>,
): Promise<FaultResponse> {
  const { authorization, 'duffel-version': version } = request.headers;
  const response = await app.inject({
    method: request.method as 'POST',
    url: request.url,
    headers: { authorization, 'duffel-version': version, ...internalHeaders },
    ...(request.method === 'GET' ? {} : { payload: request.body as object }),
  });
  const contentType = String(response.headers['content-type'] ?? 'application/json; charset=utf-8');
  return {
    status: response.statusCode,
    headers: {
      'content-type': contentType,
      // The id in the body of an error is that of the executed call.
      'x-request-id': String(response.headers['x-request-id']),
    },
    body: response.body,
  };
}

function getDefaultStatus(fault: DuffelFault): number {
  if (fault.kind === 'commit_late' || fault.kind === 'fail_late') return 202;
  return fault.kind === 'commit_and_status' ? 502 : 500;
}

function buildFaultResponse(request: FastifyRequest, fault: DuffelFault): FaultResponse {
  const status = fault.status ?? getDefaultStatus(fault);
  const isText = typeof fault.body === 'string';
  const headers = {
    'content-type': isText ? 'text/html' : 'application/json; charset=utf-8',
    ...(status === 429 && {
      'ratelimit-remaining': '0',
      'retry-after': '1',
      'ratelimit-reset': getRetryTime(),
    }),
    ...fault.headers,
  };
  const defaultBody =
    status < 400
      ? { data: null, meta: { status, request_id: request.requestId } }
      : errorEnvelope(status, request.requestId, [defaultError(status)]);
  return { status, headers, body: fault.body ?? defaultBody };
}

const getRetryTime = (): string => new Date(Date.now() + 1_000).toUTCString();

function defaultError(status: number) {
  if (status === 429) return rateLimited().body;
  if (status === 403) return unavailableFeature().body;
  if (status === 404) return notFound().body;
  if (status === 502) return airlineUnknown('duffel_airways').body;
  if (status >= 500) return internalServerError().body;
  return badRequest('bad_request', 'Bad request', 'The request was unacceptable.').body;
}
