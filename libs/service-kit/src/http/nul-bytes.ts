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
 * Rejects requests with an encoded NUL character in path or query, because PostgreSQL cannot store it.
 * Cookies with one are emptied instead, since a browser repeats a cookie that a neighbouring host has set
 * with every request. Node rejects NUL characters in headers. (GUARD-16)
 */
export const nulBytes = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', ({ cookies }, _reply, done) => {
      for (const [name, value] of Object.entries(cookies)) if (value?.includes('\0')) cookies[name] = '';
      done();
    });
    // After the access check, which comes first for whatever else is wrong with a request.
    app.addHook('preParsing', ({ url }, _reply, _payload, done) =>
      done(url.includes('%00') ? new AppError('INVALID_CHARACTER') : undefined),
    );
  },
  { name: 'nul-bytes', dependencies: ['@fastify/cookie'] },
);
