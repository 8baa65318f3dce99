import { randomUUID } from 'node:crypto';
import { asyncLocalStorage, requestContext, type RequestContextData } from '@fastify/request-context';

declare module '@fastify/request-context' {
  interface RequestContextData {
    /** Names the request in every log and answer that it leads to. */
    requestId: string;
    /** W3C Trace Context, version 00: `00-<trace id>-<parent id>-<flags>`. */
    traceparent: string;
  }
}

export type { RequestContextData } from '@fastify/request-context';

export const requestIdHeader = 'x-request-id';
export const traceparentHeader = 'traceparent';

const requestIdPattern = /^[\w-]{8,64}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header; ids of zeros only are invalid. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** 32 hexadecimal digits. Node draws random bytes for many UUIDs at once, and for `randomBytes` at each call. */
const newTraceId = (): string => randomUUID().replaceAll('-', '');
const newSpanId = (): string => newTraceId().slice(16);

type Headers = Record<string, string | string[] | undefined>;

/** The caller's request id where it is readable and short, else a new one. */
export function readRequestId(headers: Headers): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}

/** The caller's trace with a span of our own, or a new trace where the header is missing or malformed. */
export function readTraceparent(headers: Headers): string {
  const given = headers[traceparentHeader];
  const [, traceId, flags] = (typeof given === 'string' && traceparentPattern.exec(given)) || [];
  return `00-${traceId ?? newTraceId()}-${newSpanId()}-${flags ?? '01'}`;
}

/** A request that no caller sent: a job, a sweep, a command. */
export const createRequestContext = (requestId: string = randomUUID()): RequestContextData => ({
  requestId,
  traceparent: readTraceparent({}),
});

/** The request that the current code works for; undefined outside of any. */
export const getRequestContext = (): RequestContextData | undefined => requestContext.getStore();

/** Runs `work` for a request, so that its logs and calls carry the request's id. */
export function runInRequestContext<Result>(request: RequestContextData, work: () => Result): Result {
  return (asyncLocalStorage as unknown as { run: typeof runInRequestContext }).run(request, work);
}

/** Headers that pass the current request on to another service. */
export function tracingHeaders(): Record<string, string> {
  const request = getRequestContext();
  return request ? { [requestIdHeader]: request.requestId, [traceparentHeader]: request.traceparent } : {};
}
