import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '../app-error.ts';

/**
 * Answers a request whose path has routes, but none with its method: OPTIONS with 204, any other method with 405, both with
 * `Allow` (RFC 9110, 9.3.7 and 15.5.6). Runs after the access check and lists only routes that the caller may know of, so that
 * a service route stays NOT_FOUND without the credential. The paths are in a router of the kind that Fastify uses, which
 * therefore matches the same URLs.
 */
export const allowedMethods = fastifyPlugin(
  async (app) => {
    const router = FindMyWay({ maxParamLength: app.initialConfig.maxParamLength });
    app.addHook('onRoute', ({ method, url, config = {} }) => {
      // A wildcard does not say which paths exist.
      if (url.endsWith('*')) return;
      for (const name of [method].flat()) router.on(name as HTTPMethod, url, () => undefined, config);
    });

    function findMethods(request: FastifyRequest): string[] {
      const [path = ''] = request.url.split(/[?#]/, 1);
      const isAllowed = (method: string) => {
        const found = router.find(method as HTTPMethod, path);
        return found !== null && app.canKnowRoute(request, found.store as FastifyContextConfig);
      };
      return app.supportedMethods.filter(isAllowed).sort();
    }

    app.addHook('onRequest', (request, reply, done) => {
      const methods = request.is404 ? findMethods(request) : [];
      if (methods.length === 0) return done();
      reply.header('allow', methods.join(', '));
      if (request.method === 'OPTIONS') return void reply.status(204).send();
      done(new AppError('METHOD_NOT_ALLOWED'));
    });
  },
  { name: 'allowed-methods', dependencies: ['access'] },
);
