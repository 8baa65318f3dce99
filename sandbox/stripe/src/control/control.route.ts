import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import { StripeError } from '../http/errors.ts';
import { faultSchema } from '../http/faults.ts';
import { completeChallenge } from '../payment-intents/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { StripeEvent } from '../state/records.ts';
import { buildLedger } from './ledger.ts';

const clockSchema = z.strictObject({ advanceMs: z.number().int().min(0) });
const resendSchema = z.strictObject({
  event: z.string().optional(),
  order: z.enum(['oldest_first', 'newest_first']).default('newest_first'),
  times: z.number().int().min(1).max(20).default(1),
});
const challengeSchema = z.strictObject({ passed: z.boolean().default(true) });

function sendValidationError(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const issues = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return reply.code(400).send({ error: issues.join('; ') });
}

function findEvents(deps: Deps, name: string | undefined): StripeEvent[] {
  const events = deps.store.all('events');
  return name === undefined ? events : events.filter((event) => event.id === name || event.type === name);
}

/** Accepts an empty JSON body, because clients of the control API often send the content type without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
}

/** Routes of the control API: JSON, without an API key. */
export function addControlRoutes(app: FastifyInstance, deps: Deps): void {
  acceptEmptyJson(app);
  app.get('/_sandbox/health', () => ({ status: 'ok', now: new Date(deps.clock.nowMs()).toISOString() }));
  app.get('/_sandbox/ledger', () => buildLedger(deps.store));

  app.get('/_sandbox/faults', () => ({ faults: deps.faults.list() }));
  app.post('/_sandbox/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return sendValidationError(reply, parsed.error);
    deps.faults.add(parsed.data);
    return reply.code(201).send(parsed.data);
  });
  app.delete('/_sandbox/faults', (_request, reply) => {
    deps.faults.clear();
    return reply.send({ faults: [] });
  });

  app.post('/_sandbox/reset', (_request, reply) => {
    deps.store.clear();
    deps.faults.clear();
    deps.inProgress.clear();
    deps.clock.set(0);
    return reply.send({ status: 'ok' });
  });

  app.post('/_sandbox/clock', (request, reply) => {
    const parsed = clockSchema.safeParse(request.body);
    if (!parsed.success) return sendValidationError(reply, parsed.error);
    deps.store.put('settings', 'clock', deps.clock.advance(parsed.data.advanceMs));
    deps.expireAuthorisations(true);
    return reply.send({ now: new Date(deps.clock.nowMs()).toISOString() });
  });

  app.post('/_sandbox/webhooks/resend', async (request, reply) => {
    const parsed = resendSchema.safeParse(request.body ?? {});
    if (!parsed.success) return sendValidationError(reply, parsed.error);
    if (!deps.options.webhookUrl) return reply.code(409).send({ error: 'STRIPE_WEBHOOK_URL is not set' });
    const { event, order, times } = parsed.data;
    const matchingEvents = findEvents(deps, event);
    const orderedEvents = order === 'newest_first' ? matchingEvents.reverse() : matchingEvents;
    const eventsToSend = Array.from({ length: times }, () => orderedEvents).flat();
    const statuses = await deps.dispatcher.resend(eventsToSend);
    return reply.send({
      sent: eventsToSend.map(({ id, type }, index) => ({ id, type, status: statuses[index] ?? null })),
    });
  });

  app.post<{ Params: { id: string } }>('/_sandbox/payment_intents/:id/challenge', (request, reply) => {
    const parsed = challengeSchema.safeParse(request.body ?? {});
    if (!parsed.success) return sendValidationError(reply, parsed.error);
    const intent = deps.store.get('payment_intents', request.params.id);
    if (!intent) return reply.code(404).send({ error: `no payment intent ${request.params.id}` });
    const { store, clock, options } = deps;
    const requestFields = {
      isPublishableKey: false,
      requestId: '',
      idempotencyKey: null,
      livemode: intent.livemode,
    };
    try {
      completeChallenge({ store, clock, options, ...requestFields }, intent, parsed.data.passed);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return reply.code(409).send({ error: error.message });
    }
    store.commit();
    deps.dispatcher.deliverPending();
    return reply.send(store.get('payment_intents', intent.id));
  });
}
