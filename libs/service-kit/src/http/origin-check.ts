import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes to /api that a browser sent from another site. A request without Origin comes from no browser page and
 * passes; webhooks carry signatures instead. (SECURITY-04, D21)
 */
export const originCheck = fastifyPlugin<{ origins: readonly string[] }>(
  async (app, { origins }) => {
    app.addHook('onRequest', async (request) => {
      const origin = request.headers.origin;
      if (!origin || safeMethods.has(request.method) || !request.url.startsWith('/api/')) return;
      if (!origins.includes(origin))
        throw new AppError('ORIGIN_REFUSED', { cause: new Error(`origin ${origin}`) });
    });
  },
  { name: 'origin-check' },
);
