import type { Endpoint, ErrorCode } from '@fareline/contracts';
import { statusOf } from '@fareline/contracts/errors';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import type { z } from 'zod';

type Input<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteContext<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: Input<P>;
  query: Input<Q>;
  body: Input<B>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers an endpoint of the contracts. Its input is parsed before the handler runs; what the handler returns is checked
 * against the contract before it is sent. A handler sets another status than 200 with `reply.status(...)`. Sending bytes
 * itself (`reply.send(buffer)` and returning the reply) skips that check and is for answers checked before they were stored.
 */
export function registerRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (context: RouteContext<P, Q, B>) => Promise<z.input<R> | FastifyReply>,
  options: RouteShorthandOptions = {},
): void {
  const failures = new Map<number, z.ZodType>();
  for (const code of [...endpoint.errors, 'INTERNAL_ERROR'] as ErrorCode[])
    failures.set(statusOf(code), errorBodySchema);
  const successes = (endpoint.successStatuses ?? [200]).map((status) => [status, endpoint.response] as const);
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { ...Object.fromEntries(failures), ...Object.fromEntries(successes) },
      ...(endpoint.path.startsWith('/internal/') ? { hide: true } : {}),
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
