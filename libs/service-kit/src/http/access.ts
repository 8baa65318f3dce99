import { isStaff } from '@fareline/contracts';
import { isOfStaff, requiresUser } from '@fareline/contracts/list-errors';
import type { Access, Caller, Recent } from '@fareline/contracts/services';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { ConfigError, type AcceptedCaller } from '../config.ts';
import { hashCredential } from '../hash-credential.ts';
import { createMinuteLimit } from '../limits/memory-window.ts';
import { credentialHeader } from '../service-client.ts';
import { readUser, requireRecent } from '../sessions/session-plugin.ts';
import { isSameSecret } from './is-same-secret.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; the server does not start when a route has none. */
    access?: Access;
    /** The callers of a `service` route; the server does not start when it has none. */
    callers?: readonly Caller[];
    recent?: Recent | undefined;
  }
  interface FastifyInstance {
    /** Whether a caller may learn that a route exists: false for a service route without the credential of one of its callers. */
    canKnowRoute(request: FastifyRequest, config: FastifyContextConfig): boolean;
  }
}

/**
 * Throws NOT_AUTHENTICATED without a session, FACTOR_REQUIRED where staff owe the second factor, FORBIDDEN without the role, and
 * PASSWORD_REQUIRED or FACTOR_REQUIRED where the route needs a recent one. Administrators have the access of support. (REVIEW-04,
 * GUARD-02, GUARD-03)
 */
async function checkUser(request: FastifyRequest, { access, recent }: FastifyContextConfig): Promise<void> {
  const signedIn = await readUser(request);
  if (request.owingUser && isOfStaff(access) && access !== 'factor') throw new AppError('FACTOR_REQUIRED');
  const user = access === 'factor' ? (request.owingUser ?? signedIn) : signedIn;
  // The next hook of its scope accepts a trip that a code has opened in place of the account. (GUARD-16)
  if (!user && access === 'owner') return;
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  if (access === 'admin' && !user.isAdmin) throw new AppError('FORBIDDEN');
  if ((access === 'support' || access === 'factor') && !isStaff(user)) throw new AppError('FORBIDDEN');
  if (recent === true) requireRecent(request);
}

function isCaller(
  credential: string,
  callers: readonly Caller[],
  acceptedCallers: readonly AcceptedCaller[],
): boolean {
  const hash = hashCredential(credential);
  return acceptedCallers.some(
    ({ name, credentialHash }) => callers.includes(name) && isSameSecret(hash, credentialHash),
  );
}

/** Throws when a service route has no callers, or one that ACCEPTED_CALLERS has no credential of. */
function checkCallers(routes: readonly RouteOptions[], acceptedCallers: readonly AcceptedCaller[]): void {
  const serviceRoutes = routes.filter(({ config }) => config?.access === 'service');
  const withoutCallers = serviceRoutes.filter(({ config }) => !config?.callers?.length);
  if (withoutCallers.length > 0)
    throw new Error(
      `These routes do not declare which services may call them: ${withoutCallers.map(({ url }) => url).join(', ')}.`,
    );
  const accepted = new Set(acceptedCallers.map(({ name }) => name));
  const needed = new Set(serviceRoutes.flatMap(({ config }) => config?.callers ?? []));
  const missing = [...needed].filter((name) => !accepted.has(name));
  if (missing.length > 0)
    throw new ConfigError(
      `ACCEPTED_CALLERS has no credential of ${missing.join(', ')}: add <name>:<SHA-256 of its SERVICE_CREDENTIAL in hex> for each.`,
    );
}

/**
 * Authorises each request by the access of the matched route, never by the text of the URL, before its body is parsed. A
 * service route is NOT_FOUND without the credential of one of its callers, and one of staff is on every host but that of the administration. Handlers check the owner of a booking and the
 * signature of a link or webhook themselves. The server does not start when a route declares no access, or when a service
 * route has no callers or one whose credential is not accepted. (ACCESS-01, ACCESS-03)
 */
export const access = fastifyPlugin<{ acceptedCallers: readonly AcceptedCaller[] }>(
  async (app, { acceptedCallers }) => {
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    // Checked in onReady, because the onRoute hook of a scope may set the access after this hook has run.
    app.addHook('onReady', async () => {
      const undeclared = routes.filter(({ config }) => !config?.access);
      const names = undeclared.map(({ method, url }) => `${String(method)} ${url}`);
      if (names.length > 0)
        throw new Error(`These routes do not declare who may call them: ${names.join(', ')}.`);
      checkCallers(routes, acceptedCallers);
    });
    app.decorate('canKnowRoute', ({ headers }, config) => {
      if (config.access !== 'service') return true;
      const given = headers[credentialHeader];
      return (
        typeof given === 'string' && given !== '' && isCaller(given, config.callers ?? [], acceptedCallers)
      );
    });
    const mayWarn = createMinuteLimit();
    app.addHook('onRequest', (request, _reply, done) => {
      const { config, url = '' } = request.routeOptions;
      if (request.isToAdministration === false && isOfStaff(config.access))
        return done(new AppError('NOT_FOUND'));
      if (requiresUser(config.access)) return void checkUser(request, config).then(() => done(), done);
      if (app.canKnowRoute(request, config)) return done();
      if (request.headers[credentialHeader] !== undefined && mayWarn(url))
        app.log.warn(
          `a call to ${url} was refused: its credential is not in ACCEPTED_CALLERS for a caller of this route`,
        );
      done(new AppError('NOT_FOUND'));
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
