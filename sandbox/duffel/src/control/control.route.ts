import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { toCents } from '../state/money.ts';
import { FaultInput } from './faults.ts';
import { ResultOverridesInput } from './result-overrides.ts';

const ClockInput = z.object({ advanceMs: z.number().int() });
const OfferInput = z.object({
  expire: z.literal(true).optional(),
  unavailable: z.boolean().optional(),
  total_amount: z
    .string()
    .refine((amount) => Number(toCents(amount)) > 0, 'must be an amount')
    .optional(),
  fare_brand_name: z.string().min(1).optional(),
});

/** Routes of the control API: outside the provider's paths, for tests to inspect and change the sandbox's state. */
export function addControlRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/_sandbox/ledger', async () => ({
    requests: deps.ledger.entries(),
    orders: deps.orders.all().map(({ id, offer_id, offer_request_id, order }) => ({
      id,
      offer_id,
      offer_request_id,
      booking_reference: order.booking_reference,
      metadata: order.metadata,
      total_amount: order.total_amount,
      total_currency: order.total_currency,
      status: order.cancelled_at ? 'cancelled' : 'confirmed',
      created_at: order.created_at,
      cancelled_at: order.cancelled_at,
    })),
    cancellations: deps.cancellations.all().map(({ cancellation }) => cancellation),
  }));

  app.post('/_sandbox/faults', async (request, reply) => {
    const input = FaultInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    return reply.code(201).send(deps.faults.add(input.data));
  });

  app.delete('/_sandbox/faults', async (_request, reply) => {
    deps.faults.clear();
    return reply.code(204).send();
  });

  app.post('/_sandbox/results', async (request, reply) => {
    const input = ResultOverridesInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    deps.resultOverrides.add(input.data);
    return reply.code(204).send();
  });

  app.post('/_sandbox/reset', async (_request, reply) => {
    deps.store.clear();
    deps.offers.clearCache();
    deps.faults.clear();
    deps.resultOverrides.clear();
    deps.ledger.clear();
    deps.clock.reset();
    return reply.code(204).send();
  });

  app.post('/_sandbox/clock', async (request, reply) => {
    const input = ClockInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    deps.clock.advance(input.data.advanceMs);
    return { now: deps.clock.iso() };
  });

  app.post<{ Params: { id: string } }>('/_sandbox/offers/:id', async (request, reply) => {
    const input = OfferInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    const { expire, unavailable, total_amount, fare_brand_name } = input.data;
    if (!deps.offers.find(request.params.id)) throw notFound('offer');
    deps.offers.updateOverride(request.params.id, {
      ...(expire && { expired: true }),
      ...(unavailable !== undefined && { unavailable }),
      ...(total_amount !== undefined && { total_amount, seen: false }),
      ...(fare_brand_name !== undefined && { fare_brand_name }),
    });
    return reply.code(200).send({ id: request.params.id });
  });
}
