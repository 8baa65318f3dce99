import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

/** Whether a JSON text has `\u0000` in a string; a backslash that is escaped itself begins no escape. */
export const hasEscapedNul = (json: string): boolean =>
  json.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(json);

/**
 * Refuses what would become a NUL character in the path, the query or a cookie: PostgreSQL can store none and would fail.
 * Node refuses it in any other header.
 */
export const nulBytes = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', ({ url, headers }, _reply, done) => {
      const isRefused = url.includes('%00') || headers.cookie?.includes('%00');
      done(isRefused ? new AppError('INVALID_CHARACTER') : undefined);
    });
  },
  { name: 'nul-bytes' },
);
