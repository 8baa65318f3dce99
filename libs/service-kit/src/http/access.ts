import type { Access } from '@fareline/contracts/services';
import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { isSameSecret } from './is-same-secret.ts';

export const credentialHeader = 'x-service-credential';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; without it the server does not boot. */
    access?: Access;
  }
}

/**
 * Lets in who may call the matched route, whatever the URL looks like: a route for services answers only to the service
 * credential, to anybody else it does not exist. What else a route declares is checked by its handler. The server does not
 * boot with a route that declares nothing. (ACCESS-01)
 */
export const access = fastifyPlugin<{ credential: string }>(
  async (app, { credential }) => {
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    // Not earlier: the scope of a route may declare it for all of its routes.
    app.addHook('onReady', async () => {
      const undeclared = routes.filter(({ config }) => !config?.access);
      const names = undeclared.map(({ method, url }) => `${String(method)} ${url}`);
      if (names.length > 0)
        throw new Error(`These routes do not declare who may call them: ${names.join(', ')}.`);
    });
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.config.access !== 'service') return done();
      const given = request.headers[credentialHeader];
      const isKnown = typeof given === 'string' && isSameSecret(given, credential);
      done(isKnown ? undefined : new AppError('NOT_FOUND'));
    });
  },
  { name: 'access' },
);

/** Declares the access of the routes that a plugin brings, which knows nothing of it. To be called in a scope of their own. */
export function declareAccess(scope: FastifyInstance, declared: Access): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: declared };
  });
}
