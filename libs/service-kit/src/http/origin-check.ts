import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes to /api that a browser sent from another site. A request without Origin comes from no browser page and
 * passes; webhooks carry signatures instead. (SECURITY-04, D21)
 */
export const originCheck = fastifyPlugin<{ origins: readonly string[] }>(
  async (app, { origins }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const origin = request.headers.origin;
      const isChecked = origin && !safeMethods.has(request.method) && request.url.startsWith('/api/');
      if (!isChecked || origins.includes(origin)) done();
      else done(new AppError('ORIGIN_REFUSED', { cause: new Error(`origin ${origin}`) }));
    });
  },
  { name: 'origin-check' },
);
