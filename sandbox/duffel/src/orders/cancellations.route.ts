import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { base62, derivedId } from '../flights/random.ts';
import { toInstant } from '../geo/time-zone.ts';
import { invalidField, invalidState, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { CancellationRecord, CancellationWire, OrderRecord, OrderWire } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toCents, toDecimal } from '../state/money.ts';
import { seatKeys } from './render-order.ts';

const QUOTE_LIFETIME_MS = 3_600_000;
const CancellationInput = z.object({ order_id: z.string() });

const alreadyCancelled = () =>
  invalidState('already_cancelled', 'Already cancelled', 'The provided order has already been cancelled');

/** What the fare's rules give back: everything less the penalty, nothing where refunds are not allowed. */
function refundCents(order: OrderWire): number {
  if (order.payment_status.awaiting_payment) return 0;
  const refund = order.conditions.refund_before_departure;
  if (!refund?.allowed) return 0;
  return Math.max(0, (toCents(order.total_amount) ?? 0) - (toCents(refund.penalty_amount ?? '0') ?? 0));
}

function departed(order: OrderWire, now: number): boolean {
  const first = order.slices[0]?.segments[0];
  if (!first) return false;
  const local = Date.parse(`${first.departing_at}Z`) / 60_000;
  return toInstant(first.origin.time_zone, local) * 60_000 <= now;
}

function quote(sandbox: Sandbox, { order, offer_id }: OrderRecord): CancellationWire {
  const search = sandbox.offers.requestOf(offer_id);
  const credits = search !== undefined && sandbox.offers.scenarioOf(search) === 'airline_credits';
  // Duffel's test airline gives everything back as a credit on that route, whatever the fare says.
  const refund = credits ? (toCents(order.total_amount) ?? 0) : refundCents(order);
  const id = derivedId('ore', randomBytes(16).toString('hex'));
  const held = order.payment_status.awaiting_payment;
  return {
    id,
    order_id: order.id,
    live_mode: order.live_mode,
    created_at: sandbox.clock.iso(),
    expires_at: sandbox.clock.iso(sandbox.clock.now() + QUOTE_LIFETIME_MS),
    confirmed_at: null,
    refund_amount: toDecimal(refund),
    refund_currency: order.total_currency,
    refund_to: held ? 'awaiting_payment' : credits ? 'airline_credits' : 'balance',
    airline_credits:
      credits && !held
        ? [
            {
              id: derivedId('acd', id),
              credit_name: 'Duffel Travel Credit',
              credit_code: base62(id, 13).toUpperCase(),
              credit_amount: toDecimal(refund),
              credit_currency: order.total_currency,
              issued_on: sandbox.clock.today(),
              passenger_id: order.passengers[0]?.id ?? '',
            },
          ]
        : [],
  };
}

function confirm(sandbox: Sandbox, { cancellation }: CancellationRecord): CancellationWire {
  const record = sandbox.orders.get(cancellation.order_id);
  if (!record) throw notFound('order');
  if (cancellation.confirmed_at || record.order.cancelled_at) throw alreadyCancelled();
  if (Date.parse(cancellation.expires_at) <= sandbox.clock.now())
    throw invalidState(
      'expired',
      'Quote expired',
      'The order cancellation has expired, please create a new one',
    );
  const now = sandbox.clock.iso();
  const confirmed: CancellationWire = { ...cancellation, confirmed_at: now };
  sandbox.cancellations.put(cancellation.id, { id: cancellation.id, cancellation: confirmed }, true);
  const order: OrderWire = {
    ...record.order,
    cancelled_at: now,
    cancellation: { ...confirmed, confirmed_at: now },
    available_actions: ['update'],
  };
  sandbox.orders.put(record.id, { ...record, order }, true);
  for (const seat of seatKeys(record.order)) sandbox.seats.remove(seat);
  sandbox.webhooks.emit('order_cancellation.confirmed', cancellation.id, cancellation.live_mode, {
    ...confirmed,
  });
  return confirmed;
}

export function addCancellationRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/air/order_cancellations', async (request, reply) => {
    const { order_id: orderId } = parseData(request, CancellationInput);
    const record = sandbox.orders.get(orderId);
    if (!record)
      throw invalidField(
        '/order_id',
        'linked_record_not_found',
        "Field 'order_id' contains ID(s) of linked record(s) that were not found in your account",
        'Linked record(s) not found',
      );
    if (record.order.cancelled_at) throw alreadyCancelled();
    if (departed(record.order, sandbox.clock.now()))
      throw invalidState(
        'order_not_cancellable',
        'Order not cancellable',
        'The provided order cannot be cancelled',
      );
    const cancellation = quote(sandbox, record);
    sandbox.cancellations.put(cancellation.id, { id: cancellation.id, cancellation }, true);
    sandbox.webhooks.emit('order_cancellation.created', cancellation.id, cancellation.live_mode, {
      ...cancellation,
    });
    return reply.code(201).send({ data: cancellation });
  });

  app.get<{ Querystring: { order_id?: string } }>('/air/order_cancellations', async (request) => {
    const { order_id: orderId } = request.query;
    const found = sandbox.cancellations
      .all()
      .map((record) => record.cancellation)
      .filter((cancellation) => orderId === undefined || cancellation.order_id === orderId);
    return paginate(found.reverse(), request.query);
  });

  const find = (id: string): CancellationRecord => {
    const record = sandbox.cancellations.get(id);
    if (!record) throw notFound('order cancellation');
    return record;
  };

  app.get<{ Params: { id: string } }>('/air/order_cancellations/:id', async (request) => ({
    data: find(request.params.id).cancellation,
  }));

  app.post<{ Params: { id: string } }>('/air/order_cancellations/:id/actions/confirm', async (request) => ({
    data: confirm(sandbox, find(request.params.id)),
  }));
}
