import { timingSafeEqual } from 'node:crypto';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

export const credentialHeader = 'x-service-credential';

const isSame = (given: string, expected: string): boolean => {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Paths under /internal answer only to a caller with the service credential; to anybody else they do not exist. */
export const serviceCredential = fastifyPlugin<{ credential: string }>(
  async (app, { credential }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const given = request.headers[credentialHeader];
      const isKnown = typeof given === 'string' && isSame(given, credential);
      if (isKnown || !request.url.startsWith('/internal/')) done();
      else done(new AppError('NOT_FOUND'));
    });
  },
  { name: 'service-credential' },
);
