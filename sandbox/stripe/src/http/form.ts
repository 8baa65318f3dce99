import type { FastifyInstance } from 'fastify';
import qs from 'qs';

import { invalidRequest } from './errors.ts';
import type { Params } from './params.ts';

/** Parses form data with brackets, the format of Stripe's bodies and query strings. */
export function parseForm(text: string): Params {
  return qs.parse(text, {
    depth: 10,
    arrayLimit: 100,
    parameterLimit: 1000,
    ignoreQueryPrefix: true,
  }) as Params;
}

/** Accepts form-encoded bodies and rejects all others with Stripe's error. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parseForm(String(body)));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    const message =
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.';
    return done(invalidRequest({ message }));
  });
}
