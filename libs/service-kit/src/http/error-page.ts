import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { messageFor } from '@fareline/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHandler, recordError } from './error-handler.ts';

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}';

/** A page without a brand, which may be what could not be loaded. */
export interface ErrorPage {
  body: Buffer;
  /** `refresh` loads the page again after the seconds of Retry-After. */
  headers: Record<string, string>;
}

/** Renders the page of an error; heading and text are plain text without `<` and `&`. */
export function createErrorPage(heading: string, text: string, retryAfterSeconds?: number): ErrorPage {
  const body = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${text}</p>
</main>
</body>
</html>
`);
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ...(retryAfterSeconds === undefined ? {} : { refresh: String(retryAfterSeconds) }),
    },
  };
}

/** Whether the response of a route for pages is shown as a page, and not read by code. */
export const isNavigation = ({ method, headers }: FastifyRequest | IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

/** The error handler of routes for pages: answers a browser that opens a page with a page, which tries again by itself if that may help. */
export function pageErrorHandler(raw: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!isNavigation(request)) return errorHandler(raw, request, reply);
  const { code, retryAfterSeconds } = recordError(raw, request, reply);
  const { body, headers } =
    retryAfterSeconds === undefined
      ? createErrorPage('This page could not be loaded', messageFor(code))
      : createErrorPage(
          'This page is not available right now',
          'This page cannot be loaded at the moment and tries again by itself in a few seconds.',
          retryAfterSeconds,
        );
  reply.headers(headers).send(body);
}
