import { httpStatusFor } from '@fareline/contracts/errors';
import { listErrors } from '@fareline/contracts/list-errors';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { Contract } from '@fareline/contracts/services';
import { getStaffRead } from '@fareline/contracts/staff-reads';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import type { z } from 'zod';

type Schema = z.ZodType | undefined;
type Input<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteContext<P extends Schema, Q extends Schema, B extends Schema> {
  params: Input<P>;
  query: Input<Q>;
  body: Input<B>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The statuses of all errors that an endpoint can return. */
export const getErrorStatuses = (contract: Contract): Set<number> =>
  new Set([...listErrors(contract)].map(httpStatusFor));

/**
 * Registers the route of a contract. The input is parsed before the handler runs, and the returned value is validated
 * against the contract before it is sent. A handler sets another status than 200 with `reply.status(...)`. A handler that
 * sends bytes itself (`reply.send(buffer)` and returns the reply) skips the validation, for responses that were validated
 * before they were cached.
 */
export function registerRoute<P extends Schema, Q extends Schema, B extends Schema, R extends z.ZodType>(
  app: FastifyInstance,
  contract: Contract<P, Q, B, R>,
  handler: (context: RouteContext<P, Q, B>) => Promise<z.input<R> | FastifyReply>,
  options: RouteShorthandOptions = {},
): void {
  const failures = [...getErrorStatuses(contract)].map((status) => [status, errorBodySchema] as const);
  const successes = (contract.successStatuses ?? [200]).map(
    (status) => [status, contract.responseByStatus?.[status] ?? contract.response] as const,
  );
  app.route({
    ...options,
    method: contract.method,
    url: contract.path,
    config: {
      ...options.config,
      access: contract.access,
      callers: contract.callers,
      recent: contract.recent,
      isSafe: contract.isSafe,
      staffRead: getStaffRead(contract),
    },
    schema: {
      summary: contract.summary,
      ...(contract.params ? { params: contract.params } : {}),
      ...(contract.query ? { querystring: contract.query } : {}),
      ...(contract.body ? { body: contract.body } : {}),
      response: { ...Object.fromEntries(failures), ...Object.fromEntries(successes) },
      ...(contract.access === 'service' ? { hide: true } : {}),
    },
    handler: (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      handler({
        params: request.params as Input<P>,
        query: request.query as Input<Q>,
        body: request.body as Input<B>,
        request,
        reply,
      }),
  } as RouteOptions);
}
