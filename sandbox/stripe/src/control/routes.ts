import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import { StripeError } from '../http/errors.ts';
import { faultSchema } from '../http/faults.ts';
import { finishChallenge } from '../payment-intents/authenticate.ts';
import type { Sandbox } from '../sandbox.ts';
import type { StripeEvent } from '../state/records.ts';
import { ledger } from './ledger.ts';

const clockSchema = z.strictObject({ advanceMs: z.number().int().min(0) });
const resendSchema = z.strictObject({
  event: z.string().optional(),
  order: z.enum(['oldest_first', 'newest_first']).default('newest_first'),
  times: z.number().int().min(1).max(20).default(1),
});
const challengeSchema = z.strictObject({ passed: z.boolean().default(true) });

function refuse(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const issues = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return reply.code(400).send({ error: issues.join('; ') });
}

function eventsNamed(sandbox: Sandbox, name: string | undefined): StripeEvent[] {
  const events = sandbox.store.all('events');
  return name === undefined ? events : events.filter((event) => event.id === name || event.type === name);
}

/** Control calls often come with a content type and nothing in it. */
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

/** The calls beside Stripe's own paths: JSON, without a key. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  acceptEmptyJson(app);
  app.get('/_sandbox/health', () => ({ status: 'ok', now: new Date(sandbox.clock.nowMs()).toISOString() }));
  app.get('/_sandbox/ledger', () => ledger(sandbox.store));

  app.get('/_sandbox/faults', () => ({ faults: sandbox.faults.list() }));
  app.post('/_sandbox/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error);
    sandbox.faults.add(parsed.data);
    return reply.code(201).send(parsed.data);
  });
  app.delete('/_sandbox/faults', (_request, reply) => {
    sandbox.faults.clear();
    return reply.send({ faults: [] });
  });

  app.post('/_sandbox/reset', (_request, reply) => {
    sandbox.store.clear();
    sandbox.faults.clear();
    sandbox.inProgress.clear();
    sandbox.clock.set(0);
    return reply.send({ status: 'ok' });
  });

  app.post('/_sandbox/clock', (request, reply) => {
    const parsed = clockSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error);
    sandbox.store.put('settings', 'clock', sandbox.clock.advance(parsed.data.advanceMs));
    sandbox.lapse(true);
    return reply.send({ now: new Date(sandbox.clock.nowMs()).toISOString() });
  });

  app.post('/_sandbox/webhooks/resend', async (request, reply) => {
    const parsed = resendSchema.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(reply, parsed.error);
    if (!sandbox.options.webhookUrl) return reply.code(409).send({ error: 'STRIPE_WEBHOOK_URL is not set' });
    const { event, order, times } = parsed.data;
    const named = eventsNamed(sandbox, event);
    const ordered = order === 'newest_first' ? named.reverse() : named;
    const sent = Array.from({ length: times }, () => ordered).flat();
    const statuses = await sandbox.dispatcher.resend(sent);
    return reply.send({
      sent: sent.map(({ id, type }, index) => ({ id, type, status: statuses[index] ?? null })),
    });
  });

  app.post<{ Params: { id: string } }>('/_sandbox/payment_intents/:id/challenge', (request, reply) => {
    const parsed = challengeSchema.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(reply, parsed.error);
    const intent = sandbox.store.get('payment_intents', request.params.id);
    if (!intent) return reply.code(404).send({ error: `no payment intent ${request.params.id}` });
    const { store, clock, options } = sandbox;
    const asCardholder = {
      publishable: false,
      requestId: '',
      idempotencyKey: null,
      livemode: intent.livemode,
    };
    try {
      finishChallenge({ store, clock, options, ...asCardholder }, intent, parsed.data.passed);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return reply.code(409).send({ error: error.message });
    }
    store.commit();
    sandbox.dispatcher.wake();
    return reply.send(store.get('payment_intents', intent.id));
  });
}
