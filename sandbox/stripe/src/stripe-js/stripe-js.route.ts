import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const readScript = (file: string) => stripTypeScriptTypes(read(file));

/** The files of the page's script, those that others need first. */
const PAGE_FILES = ['check-options.ts', 'open-frame.ts', 'elements.ts', 'stripe.ts'];

/** The page loads a classic script, so its modules become one function. */
function buildPageScript(): string {
  const modules = PAGE_FILES.map((file) => readScript(file).replaceAll(/^import [^;]*;|^export /gm, ''));
  return `'use strict';(() => {\n${modules.join('\n')}\n})();\n`;
}

const FILES = [
  'card-frame.ts',
  'challenge-frame.ts',
  'frame.ts',
  'frames.css',
  'card.html',
  'challenge.html',
];
const TYPES = { ts: 'text/javascript', css: 'text/css', html: 'text/html' };

const headers = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors http: https:; require-trusted-types-for 'script'; trusted-types 'none'",
};

/** Stripe.js for the browser, and the documents of its frames, as of js.stripe.com. */
export function addStripeJsRoutes(app: FastifyInstance): void {
  app.get('/endive/stripe.js', (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(buildPageScript()),
  );
  for (const file of FILES) {
    const [name, extension] = file.split('.') as [string, keyof typeof TYPES];
    app.get(`/frames/${extension === 'html' ? name : file}`, (_request, reply) =>
      reply
        .headers(headers)
        .type(`${TYPES[extension]}; charset=utf-8`)
        .send(extension === 'ts' ? readScript(file) : read(file)),
    );
  }
}
