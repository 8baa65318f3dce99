import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

/** JSON escapes of characters that PostgreSQL cannot store: NUL and, if unpaired, surrogates. */
const suspectEscapes = /\\u(0000|d[89a-f])/i;

/**
 * Whether any string of a parsed JSON value contains a NUL character or a lone surrogate. `json` is the unparsed text, which
 * is checked first to avoid a traversal of most bodies.
 */
export function hasUnstorableText(json: string, value: unknown): boolean {
  if (!suspectEscapes.test(json)) return false;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true;
    if (typeof next === 'object' && next !== null) pending.push(...Object.keys(next), ...Object.values(next));
  }
  return false;
}

/**
 * Rejects requests with an encoded NUL character in the path, the query or a cookie, because PostgreSQL cannot store it.
 * Node rejects NUL characters in any other header.
 */
export const nulBytes = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', ({ url, headers }, _reply, done) => {
      const hasNul = url.includes('%00') || headers.cookie?.includes('%00');
      done(hasNul ? new AppError('INVALID_CHARACTER') : undefined);
    });
  },
  { name: 'nul-bytes' },
);
