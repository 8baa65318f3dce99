import { AppError, toClientNetwork } from '@fareline/service-kit';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { countAttempt } from './attempt.repository.ts';

/** Limits the requests per minute from one IP address to each route of its scope. (LIMIT-01) */
export const formRequestLimit = fastifyPlugin<{ deps: Deps }>(
  async (scope, { deps: { db, config } }) => {
    scope.addHook('onRequest', async (request) => {
      const retryAfterSeconds = await countAttempt(db, {
        kind: `form ${request.routeOptions.url}`,
        subject: toClientNetwork(request.ip),
        max: config.FORM_REQUESTS_PER_MINUTE,
        windowSeconds: 60,
      });
      if (retryAfterSeconds !== undefined) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
    });
  },
  { name: 'form-request-limit' },
);
