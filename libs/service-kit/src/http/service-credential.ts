import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { isSameSecret } from './is-same-secret.ts';

export const credentialHeader = 'x-service-credential';

/** Paths under /internal answer only to a caller with the service credential; to anybody else they do not exist. */
export const serviceCredential = fastifyPlugin<{ credential: string }>(
  async (app, { credential }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const given = request.headers[credentialHeader];
      const isKnown = typeof given === 'string' && isSameSecret(given, credential);
      if (isKnown || !request.url.startsWith('/internal/')) done();
      else done(new AppError('NOT_FOUND'));
    });
  },
  { name: 'service-credential' },
);
