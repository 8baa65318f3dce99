import type { Access } from '@fareline/contracts/services';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { credentialHeader } from '../service-client.ts';
import { readUser } from '../sessions/session-plugin.ts';
import { isSameSecret } from './is-same-secret.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; the server does not start when a route has none. */
    access?: Access;
  }
  interface FastifyInstance {
    /** Whether a caller may learn that a route exists: false for a service route without the service credential. */
    canKnowRoute(request: FastifyRequest, config: FastifyContextConfig): boolean;
  }
}

/** Whether a route needs a signed-in user. */
export const requiresUser = (access: Access | undefined): boolean =>
  access === 'user' || access === 'owner' || access === 'support' || access === 'admin';

/**
 * Throws NOT_AUTHENTICATED without a session and FORBIDDEN without the role. There is no support role yet, so
 * administrators have its access.
 */
async function checkUser(request: FastifyRequest, access: Access | undefined): Promise<void> {
  const user = await readUser(request);
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  if ((access === 'support' || access === 'admin') && !user.isAdmin) throw new AppError('FORBIDDEN');
}

/**
 * Authorises each request by the access of the matched route, never by the text of the URL, before its body is parsed. A
 * service route is NOT_FOUND without the service credential. Handlers check the owner of a booking and the signature of a
 * link or webhook themselves. The server does not start when a route declares no access. (ACCESS-01)
 */
export const access = fastifyPlugin<{ credential: string }>(
  async (app, { credential }) => {
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    // Checked in onReady, because the onRoute hook of a scope may set the access after this hook has run.
    app.addHook('onReady', async () => {
      const undeclared = routes.filter(({ config }) => !config?.access);
      const names = undeclared.map(({ method, url }) => `${String(method)} ${url}`);
      if (names.length > 0)
        throw new Error(`These routes do not declare who may call them: ${names.join(', ')}.`);
    });
    app.decorate('canKnowRoute', ({ headers }, config) => {
      if (config.access !== 'service') return true;
      const given = headers[credentialHeader];
      return typeof given === 'string' && isSameSecret(given, credential);
    });
    app.addHook('onRequest', (request, _reply, done) => {
      const { config } = request.routeOptions;
      if (requiresUser(config.access)) return void checkUser(request, config.access).then(() => done(), done);
      done(app.canKnowRoute(request, config) ? undefined : new AppError('NOT_FOUND'));
    });
  },
  { name: 'access', dependencies: ['@fastify/cookie'] },
);

/** Declares the access of all routes of a scope, for third-party plugins that cannot declare it. Needs a separate scope. */
export function declareAccess(scope: FastifyInstance, declared: Access): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: declared };
  });
}
