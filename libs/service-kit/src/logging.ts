import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { pino, type DestinationStream, type LoggerOptions } from 'pino';
import type { CommonConfig } from './config.ts';
import { getRequestContext } from './request-context.ts';
import { redactedText, secretFields, redactSecrets } from './redact-secrets.ts';

/** Fields with serializers of their own, which need the original objects. */
const serializedFields = new Set(['req', 'res', 'err']);

let bufferedStream: DestinationStream | undefined;

/**
 * Where the lines of a service with very many requests go. They are written together and in the background, because a write for each
 * takes longer than most of its requests. When it is killed, at most the lines of the last tenth of a second are lost, none when it exits.
 * Lines beyond `maxLength` bytes that are not read are dropped, because they would fill the memory.
 */
export function getBufferedStream(): DestinationStream {
  bufferedStream ??= pino.destination({
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
    maxLength: 8 * 1024 * 1024,
  });
  return bufferedStream;
}

function requestFields(): object {
  const request = getRequestContext();
  return request ? { reqId: request.requestId, traceId: request.traceparent.split('-')[1] } : {};
}

/** Logger options of every service: JSON lines without bodies or query strings, secrets redacted. */
export function loggerOptions(
  name: string,
  level: string,
  commit?: string,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    base: { service: name, ...(commit && { commit }) },
    mixin: requestFields,
    formatters: { log: (entry) => redactSecrets(entry, serializedFields) as Record<string, unknown> },
    // Errors are serialised after the `log` formatter ran, so only the logger itself can redact them.
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

/** A logger with the same line format as a server's, for code that runs outside of one, such as a worker thread. */
export const createLogger = (
  name: string,
  { LOG_LEVEL, COMMIT }: Pick<CommonConfig, 'LOG_LEVEL' | 'COMMIT'>,
): FastifyBaseLogger => pino(loggerOptions(name, LOG_LEVEL, COMMIT) as LoggerOptions);
