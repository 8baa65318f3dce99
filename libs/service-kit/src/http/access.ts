import type { Access } from '@fareline/contracts/services';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { readUser } from '../sessions/session-plugin.ts';
import { isSameSecret } from './is-same-secret.ts';

export const credentialHeader = 'x-service-credential';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; without it the server does not boot. */
    access?: Access;
  }
}

/** Needs a signed-in user. */
const requiresUser = (access: Access | undefined): boolean =>
  access === 'user' || access === 'owner' || access === 'support' || access === 'admin';

/** 401 without a session, 403 without the role. There is no role for support yet, which administrators do. */
async function checkUser(request: FastifyRequest, access: Access | undefined): Promise<void> {
  const user = await readUser(request);
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  if ((access === 'support' || access === 'admin') && !user.isAdmin) throw new AppError('FORBIDDEN');
}

/**
 * Lets in who may call the matched route, whatever the URL looks like, before anything else of a request is looked at. A
 * route for services answers only to the service credential: to anybody else it does not exist. Whose booking it is, and a
 * link's or a webhook's signature, are checked by handlers. The server does not boot with a route that declares nothing.
 * (ACCESS-01)
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
      const declared = request.routeOptions.config.access;
      if (requiresUser(declared)) return void checkUser(request, declared).then(() => done(), done);
      if (declared !== 'service') return done();
      const given = request.headers[credentialHeader];
      const isKnown = typeof given === 'string' && isSameSecret(given, credential);
      done(isKnown ? undefined : new AppError('NOT_FOUND'));
    });
  },
  { name: 'access', dependencies: ['@fastify/cookie'] },
);

/** Declares the access of the routes that a plugin brings, which knows nothing of it. To be called in a scope of their own. */
export function declareAccess(scope: FastifyInstance, declared: Access): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: declared };
  });
}
