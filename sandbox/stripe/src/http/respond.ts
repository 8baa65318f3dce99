import type { FastifyReply } from 'fastify';

import type { CallResponse, Call } from './call.ts';

/** Sends a response with Stripe's headers; a text is a page of the infrastructure in front of its API. */
export function sendResponse(reply: FastifyReply, call: Call, response: CallResponse): FastifyReply {
  reply.code(response.status);
  if (call.idempotencyKey !== null) {
    reply.header('idempotency-key', call.idempotencyKey);
    reply.header('original-request', response.originalRequest);
  }
  if (response.replayed) reply.header('idempotent-replayed', 'true');
  if (response.status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"');
  if (response.status === 429) reply.header('stripe-rate-limited-reason', 'global-rate');
  if (typeof response.body === 'string') return reply.type('text/html').send(response.body);
  return reply.type('application/json').send(JSON.stringify(response.body, null, 2));
}
