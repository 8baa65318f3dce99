import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import { faultSchema } from '../http/faults.ts';
import type { Deps } from '../deps.ts';
import { buildLedger } from './ledger.ts';

const clockSchema = z.strictObject({ advanceMs: z.number().int().min(0) });

function sendValidationError(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const issues = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return reply.code(400).send({ error: issues.join('; ') });
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
  app.get('/_sandbox/ledger', () => buildLedger(deps.store));

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
}
