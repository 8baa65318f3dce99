import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

/** Escapes that may stand for a character that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
const suspectEscapes = /\\u(0000|d[89a-f])/i;

/**
 * Whether a parsed JSON value has a text with a NUL character or a lone surrogate; `json` is the text that it was parsed
 * from, which tells most bodies to be harmless without a walk.
 */
export function hasUnstorableText(json: string, value: unknown): boolean {
  if (!suspectEscapes.test(json)) return false;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true;
    if (typeof next === 'object' && next !== null) left.push(...Object.keys(next), ...Object.values(next));
  }
  return false;
}

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
