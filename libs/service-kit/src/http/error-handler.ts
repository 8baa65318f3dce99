import type { ErrorBody, ErrorCode } from '@fareline/contracts';
import { messageFor } from '@fareline/contracts/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { AppError, type LimitName } from '../app-error.ts';

/** Error codes of sockets, and of PostgreSQL while it stops, starts or has no free connection. */
const storeUnavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Messages of errors of the PostgreSQL client, which have no code. */
const storeUnavailableMessages = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  // The rollback of a transaction says this when its connection was lost.
  'Client has encountered a connection error and is not queryable',
]);

/** Error codes of the SMTP client when it cannot connect or loses the connection. */
const mailUnavailableCodes = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS']);

/** Whether a database or Redis is unavailable or has no free connection, so that a retry may succeed. */
function isStoreUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return storeUnavailableCodes.has(String(code)) || storeUnavailableMessages.has(String(message));
}

/** Codes of errors that Fastify throws with a status of their own. */
const codesByStatus = new Map<number, ErrorCode>([
  [404, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'TOO_MANY_REQUESTS'],
]);

/** Codes of answers after which the same request may soon succeed; each carries Retry-After. */
const retryableCodes = new Set<ErrorCode>(['SERVICE_UNAVAILABLE', 'SEARCH_BUSY', 'TOO_MANY_REQUESTS']);
const defaultRetryAfterSeconds = 2;

const getRetryAfterSeconds = ({ code, retryAfterSeconds }: AppError): number | undefined =>
  retryAfterSeconds ?? (retryableCodes.has(code) ? defaultRetryAfterSeconds : undefined);

/** Maps any error to the AppError of its response. Unknown errors become INTERNAL_ERROR; their cause is only logged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? messageFor('VALIDATION_ERROR'),
    }));
    return new AppError('VALIDATION_ERROR', { message: fields[0]?.message, fields, cause: error });
  }
  if (isResponseSerializationError(error)) return new AppError('INTERNAL_ERROR', { cause: error });
  if (isStoreUnavailable(error))
    return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: defaultRetryAfterSeconds, cause: error });
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const isRejection = status >= 400 && status < 500;
  const code = codesByStatus.get(status) ?? (isRejection ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR');
  return new AppError(code, { cause: error });
}

export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: error.code,
    message: error.message,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.details ? { details: error.details } : {}),
    request_id: requestId,
  };
}

declare module 'fastify' {
  interface FastifyReply {
    errorCode?: ErrorCode;
    /** Set when a limit has refused the request: it is named in the line of the request's end. */
    limit?: LimitName | undefined;
  }
}

/** Codes that a healthy service returns by design, although their status is 5xx. */
const expectedCodes = new Set<ErrorCode>(['SEARCH_BUSY']);

/**
 * `error`: a bug that needs an engineer. `warn`: a dependency failed, which recovers by itself or has its own alert. `info`:
 * an expected rejection.
 */
function logLevelFor({ code, status }: AppError): 'error' | 'warn' | 'info' {
  if (code === 'INTERNAL_ERROR') return 'error';
  return status >= 500 && !expectedCodes.has(code) ? 'warn' : 'info';
}

/** Whether an error was caused by an unavailable dependency, not by a bug. */
export function isDependencyUnavailable(error: unknown): boolean {
  const isMailUnavailable = mailUnavailableCodes.has(String((error as { code?: unknown }).code));
  return isMailUnavailable || logLevelFor(toAppError(error)) === 'warn';
}

/** Why a write was refused, which the operator may have to mend; other rejections are the client's business. */
const describeRejection = ({ code, cause }: AppError): { reason?: string } =>
  code === 'ORIGIN_REFUSED' && cause instanceof Error ? { reason: cause.message } : {};

/** Logs an error and sets status and headers of its response. */
export function recordError(raw: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const error = toAppError(raw);
  const level = logLevelFor(error);
  reply.errorCode = error.code;
  reply.limit = error.limit;
  const cause = level === 'info' ? describeRejection(error) : { err: error.cause ?? error };
  // A client beyond a limit may be refused thousands of times, so one line has to do.
  if (!error.limit) request.log[level]({ ...cause, code: error.code }, error.message);
  const retryAfterSeconds = getRetryAfterSeconds(error);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  reply.status(error.status).header('cache-control', 'no-store');
  return error;
}

export function errorHandler(raw: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(toErrorBody(recordError(raw, request, reply), request.id));
}

export function notFoundHandler(request: FastifyRequest, reply: FastifyReply): void {
  errorHandler(new AppError('NOT_FOUND'), request, reply);
}
