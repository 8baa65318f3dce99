import { randomUUID } from 'node:crypto';
import { asyncLocalStorage, requestContext, type RequestContextData } from '@fastify/request-context';
import { getActiveTraceparent } from './tracing/spans.ts';

declare module '@fastify/request-context' {
  interface RequestContextData {
    /** Identifies the request in logs, responses and the requests of other services that it causes. */
    requestId: string;
    /** W3C Trace Context, version 00: `00-<trace id>-<parent id>-<flags>`. */
    traceparent: string;
    /** When the caller stops waiting, in milliseconds since 1970; undefined if it does not say, or if the work must end in any case. */
    deadline?: number | undefined;
  }
}

export type { RequestContextData } from '@fastify/request-context';

export const requestIdHeader = 'x-request-id';
export const traceparentHeader = 'traceparent';

const requestIdPattern = /^[\w-]{8,64}$/;
/** See https://www.w3.org/TR/trace-context/#traceparent-header; ids that are all zeros are invalid. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** 32 hexadecimal digits. A UUID is faster than `randomBytes`, because Node generates the random bytes of many UUIDs in advance. */
const newTraceId = (): string => randomUUID().replaceAll('-', '');
const newSpanId = (): string => newTraceId().slice(16);

type Headers = Record<string, string | string[] | undefined>;

/** The caller's request id if it is well formed, else a new one. */
export function readRequestId(headers: Headers): string {
  const requestId = headers[requestIdHeader];
  return typeof requestId === 'string' && requestIdPattern.test(requestId) ? requestId : randomUUID();
}

/** The exported span of the current work, else the caller's trace with a new span, or a new trace if the header is missing or malformed. */
export function readTraceparent(headers: Headers): string {
  const active = getActiveTraceparent();
  if (active) return active;
  const traceparent = headers[traceparentHeader];
  const [, traceId, flags] = (typeof traceparent === 'string' && traceparentPattern.exec(traceparent)) || [];
  return `00-${traceId ?? newTraceId()}-${newSpanId()}-${flags ?? '01'}`;
}

/** A context for work that no HTTP request started, such as a job or a command; `traceparent` is of what caused it. */
export const createRequestContext = (
  requestId: string = randomUUID(),
  traceparent?: string,
): RequestContextData => ({ requestId, traceparent: readTraceparent({ traceparent }) });

/** The context of the current request; undefined outside of any. */
export const getRequestContext = (): RequestContextData | undefined => requestContext.getStore();

/** Runs `work` in the context of a request, so that its logs and outgoing requests have the request's id. */
export function runInRequestContext<Result>(request: RequestContextData, work: () => Result): Result {
  return (asyncLocalStorage as unknown as { run: typeof runInRequestContext }).run(request, work);
}

/** Headers that propagate the current request's id and trace to another service; none outside of a request. */
export function tracingHeaders(): Record<string, string> {
  const request = getRequestContext();
  if (!request) return {};
  const requestId = { [requestIdHeader]: request.requestId };
  // The span of the call adds its own.
  return getActiveTraceparent() ? requestId : { ...requestId, [traceparentHeader]: request.traceparent };
}
