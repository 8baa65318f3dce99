import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { pino, type LoggerOptions } from 'pino';
import { getRequestContext } from './request-context.ts';
import { redactedText, secretFields, redactSecrets } from './redact-secrets.ts';

/** Turned into what is logged of them by serializers, which take the objects as they are. */
const serializedFields = new Set(['req', 'res', 'err']);

/** Every line says for which request it was written. */
function requestFields(): object {
  const request = getRequestContext();
  return request ? { reqId: request.requestId, traceId: request.traceparent.split('-')[1] } : {};
}

/** Logger options of every service: JSON lines, no bodies, no query strings, secrets removed. */
export function loggerOptions(name: string, level: string): FastifyServerOptions['logger'] {
  return {
    level,
    base: { service: name },
    mixin: requestFields,
    formatters: { log: (entry) => redactSecrets(entry, serializedFields) as Record<string, unknown> },
    // What a serializer makes of an error is seen by nobody but the logger.
    redact: {
      paths: secretFields.flatMap((name) => [`err["${name}"]`, `err.*["${name}"]`]),
      censor: redactedText,
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
}

/** A logger for what runs beside a server, in lines like its own. */
export const createLogger = (name: string, level: string): FastifyBaseLogger =>
  pino(loggerOptions(name, level) as LoggerOptions);
