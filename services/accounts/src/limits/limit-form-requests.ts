import { AppError } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { countAttempt } from './attempt.repository.ts';

/** Limits the requests per minute from one IP address to each route of a scope of public forms. (LIMIT-01) */
export function limitFormRequests(scope: FastifyInstance, { db, config }: Deps): void {
  scope.addHook('onRequest', async (request) => {
    const retryAfterSeconds = await countAttempt(db, {
      kind: `form ${request.routeOptions.url}`,
      subject: request.ip,
      max: config.FORM_REQUESTS_PER_MINUTE,
      windowSeconds: 60,
    });
    if (retryAfterSeconds !== undefined) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  });
}
