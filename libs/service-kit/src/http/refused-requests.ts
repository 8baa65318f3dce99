import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@fareline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { readRequestId, requestIdHeader } from '../request-context.ts';
import { errorHandler, toErrorBody } from './error-handler.ts';

/** Codes of errors of Node's HTTP parser that are not VALIDATION_ERROR. */
const codesOfParser: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
};

/**
 * Answers a request that Node's parser refuses, which is before any hook, like every other error. The connection is closed,
 * because what follows on it cannot be read. (`clientErrorHandler` of Fastify)
 */
export const createClientErrorHandler = (headers: Readonly<Record<string, string>>) =>
  function handleClientError(this: FastifyInstance, cause: NodeJS.ErrnoException, socket: Socket): void {
    if (cause.code === 'ECONNRESET' || socket.destroyed) return;
    const error = new AppError(codesOfParser[cause.code ?? ''] ?? 'VALIDATION_ERROR');
    this.log.info({ code: error.code, reason: cause.code }, 'request refused by the parser');
    const requestId = readRequestId({});
    const body = JSON.stringify(toErrorBody(error, requestId));
    const lines = Object.entries({
      ...headers,
      [requestIdHeader]: requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable)
      socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };

/** Answers a URL that the router refuses (malformed, or with a parameter that is too long) with 404; no hook has run. */
export const createFrameworkErrorHandler =
  (headers: Readonly<Record<string, string>>) =>
  (cause: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...headers, [requestIdHeader]: request.id });
    errorHandler(new AppError('NOT_FOUND', { cause }), request, reply);
  };

/** More than browsers and proxies send. Node drops what is beyond 2,000, so that two programs would see different headers. */
const maxHeaders = 200;

function findHeaderProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): ErrorCode | undefined {
  if (rawHeaders.length > 2 * maxHeaders) return 'HEADERS_TOO_LARGE';
  if (headers.host === undefined) return httpVersion === '1.0' ? undefined : 'VALIDATION_ERROR';
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1 ? 'VALIDATION_ERROR' : undefined;
}

/** Rejects requests with too many headers, without Host, and with several Host headers (RFC 9112, 3.2). */
export const headerCheck = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const code = findHeaderProblem(raw);
      done(code && new AppError(code));
    });
  },
  { name: 'header-check' },
);
