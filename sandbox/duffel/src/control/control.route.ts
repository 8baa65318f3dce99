import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { toCents, toDecimal } from '../state/money.ts';
import { FaultInput } from './faults.ts';
import { OddResultsInput } from './odd-results.ts';

const ClockInput = z.object({ advanceMs: z.number().int() });
const OfferInput = z.object({
  expire: z.literal(true).optional(),
  unavailable: z.boolean().optional(),
  total_amount: z
    .string()
    .refine((amount) => Number(toCents(amount)) > 0, 'must be an amount')
    .optional(),
  total_factor: z.number().positive().max(100).optional(),
  fare_brand_name: z.string().min(1).optional(),
});

/** The sandbox's own calls, outside the provider's paths: what tests look at and turn. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/health', async () => ({ status: 'ok', now: sandbox.clock.iso() }));

  app.get('/_sandbox/ledger', async () => ({
    requests: sandbox.ledger.entries(),
    counts: sandbox.ledger.counts(),
    orders: sandbox.orders.all().map(({ id, offer_id, offer_request_id, order }) => ({
      id,
      offer_id,
      offer_request_id,
      booking_reference: order.booking_reference,
      metadata: order.metadata,
      total_amount: order.total_amount,
      total_currency: order.total_currency,
      status: order.cancelled_at ? 'cancelled' : order.payment_status.awaiting_payment ? 'held' : 'confirmed',
      created_at: order.created_at,
      cancelled_at: order.cancelled_at,
    })),
    payments: sandbox.payments.all().map(({ order_id, payment }) => ({ ...payment, order_id })),
    cancellations: sandbox.cancellations.all().map(({ cancellation }) => cancellation),
    faults: sandbox.faults.list(),
  }));

  app.post('/_sandbox/faults', async (request, reply) => {
    const input = FaultInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    return reply.code(201).send(sandbox.faults.add(input.data));
  });

  app.delete('/_sandbox/faults', async (_request, reply) => {
    sandbox.faults.clear();
    return reply.code(204).send();
  });

  app.post('/_sandbox/results', async (request, reply) => {
    const input = OddResultsInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    sandbox.oddResults.add(input.data);
    return reply.code(204).send();
  });

  app.post('/_sandbox/reset', async (_request, reply) => {
    sandbox.store.clear();
    sandbox.offers.forgetAll();
    sandbox.faults.clear();
    sandbox.oddResults.clear();
    sandbox.ledger.clear();
    sandbox.clock.reset();
    return reply.code(204).send();
  });

  app.post('/_sandbox/clock', async (request, reply) => {
    const input = ClockInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    sandbox.clock.advance(input.data.advanceMs);
    return { now: sandbox.clock.iso() };
  });

  app.post<{ Params: { id: string } }>('/_sandbox/offers/:id', async (request, reply) => {
    const input = OfferInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    const { expire, unavailable, total_factor, fare_brand_name } = input.data;
    const { offer } = sandbox.offers.find(request.params.id);
    const total_amount =
      input.data.total_amount ??
      (total_factor && toDecimal(Math.round((toCents(offer.total_amount) ?? 0) * total_factor)));
    sandbox.offers.override(request.params.id, {
      ...(expire && { expired: true }),
      ...(unavailable !== undefined && { unavailable }),
      ...(total_amount && { total_amount, seen: false }),
      ...(fare_brand_name !== undefined && { fare_brand_name }),
    });
    return reply.code(200).send({ id: request.params.id });
  });
}
