import { AppError } from '@fareline/service-kit/app-error';
import { countAttempts, formatWait } from '@fareline/service-kit/limits/attempts';
import { toNetworkLimits } from '@fareline/service-kit/limits/client';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';

/** Throws TOO_MANY_REQUESTS above the requests per minute from one client, or from its range, to the route. (LIMIT-01) */
async function countFormRequest(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
  perMinute: number = config.FORM_REQUESTS_PER_MINUTE,
): Promise<void> {
  const reached = await countAttempts(
    db,
    toNetworkLimits(request.ip, perMinute).map(({ network, max }) => ({
      kind: `form ${request.routeOptions.url}`,
      subject: network,
      max,
      windowSeconds: 60,
    })),
  );
  if (reached)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `Too many requests. Please try again in ${formatWait(reached.retryAfterSeconds)}.`,
      retryAfterSeconds: reached.retryAfterSeconds,
      limit: 'form_requests',
    });
}

/** Sign-ins are more frequent than other forms: an office behind one IP address begins its day with some. */
const passwordFactor = 3;

/** Throws TOO_MANY_REQUESTS above the requests per minute from one client that have a password verified, which costs a hash. */
export const countPasswordRequest = (deps: Pick<Deps, 'db' | 'config'>, request: FastifyRequest) =>
  countFormRequest(deps, request, passwordFactor * deps.config.FORM_REQUESTS_PER_MINUTE);

/** Limits the requests per minute from one client to each route of its scope. (LIMIT-01) */
export const formRequestLimit = fastifyPlugin<{ deps: Deps }>(
  async (scope, { deps }) => {
    scope.addHook('onRequest', (request) => countFormRequest(deps, request));
  },
  { name: 'form-request-limit' },
);
