import { ofClientAt } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';

/** Throws TOO_MANY_REQUESTS above the requests per minute from one client, or from its range, to the route. (LIMIT-01) */
async function countFormRequest(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
  perMinute: number = config.FORM_REQUESTS_PER_MINUTE,
): Promise<void> {
  await perWindow(
    tableWindow(db),
    ofClientAt(request.ip, {
      kind: `form ${request.routeOptions.url}`,
      max: perMinute,
      windowSeconds: 60,
    }),
    tooManyRequests('form_requests', (wait) => `Too many requests. Please try again in ${wait}.`),
  );
}

/** Throws TOO_MANY_REQUESTS above the requests per minute from one client that have a password verified, which costs a hash. */
export const countPasswordRequest = (deps: Pick<Deps, 'db' | 'config'>, request: FastifyRequest) =>
  countFormRequest(deps, request, limits.passwordRequestFactor * deps.config.FORM_REQUESTS_PER_MINUTE);

/** Limits the requests per minute from one client to each route of its scope. (LIMIT-01) */
export const formRequestLimit = fastifyPlugin<{ deps: Deps }>(
  async (scope, { deps }) => {
    scope.addHook('onRequest', (request) => countFormRequest(deps, request));
  },
  { name: 'form-request-limit' },
);
