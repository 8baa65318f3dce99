import type { FastifyReply } from 'fastify';

import type { Answer, Call } from './call.ts';

/** Sends an answer with the headers that Stripe sends. */
export function respond(reply: FastifyReply, call: Call, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (call.idempotencyKey !== null) {
    reply.header('idempotency-key', call.idempotencyKey);
    reply.header('original-request', answer.originalRequest);
  }
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"');
  if (answer.status === 429) reply.header('stripe-rate-limited-reason', 'global-rate');
  return reply.type('application/json').send(JSON.stringify(answer.body, null, 2));
}

/** An answer cut short in the middle, as a broken proxy leaves it. */
export function respondMalformed(reply: FastifyReply, answer: Answer): FastifyReply {
  const text = JSON.stringify(answer.body, null, 2);
  return reply
    .code(answer.status)
    .type('application/json')
    .send(text.slice(0, Math.floor(text.length / 2)));
}

/** The connection ends without an answer. */
export function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
