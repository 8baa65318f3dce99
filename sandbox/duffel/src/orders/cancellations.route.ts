import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRefundedForChange } from './change-by-airline.ts';
import { seededBase62, deriveId } from '../flights/seeded-random.ts';
import { newId } from '../ids.ts';
import { invalidField, invalidState, notFound } from '../http/errors.ts';
import { parseData } from '../http/request-body.ts';
import type { CancellationRecord, CancellationWire, OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import { alreadyCancelled, cancelOrder } from './cancel-order.ts';
import { listOpenSlices } from './open-slices.ts';
import { findOrder } from './find-order.ts';

const QUOTE_TTL_MS = 3_600_000;
const CancellationInput = z.object({ order_id: z.string() });

/** The refund in cents: the total, or that less the fare's penalty, 0 if refunds are not allowed. */
function calculateRefundCents(order: OrderWire, isInFull: boolean): number {
  if (isInFull) return toCents(order.total_amount) ?? 0;
  const condition = order.conditions.refund_before_departure;
  if (!condition?.allowed) return 0;
  return Math.max(0, (toCents(order.total_amount) ?? 0) - (toCents(condition.penalty_amount ?? '0') ?? 0));
}

function createQuote(deps: Deps, { order, offer_id }: OrderRecord): CancellationWire {
  const offerRequest = deps.offers.findRequest(offer_id);
  const hasAirlineCredits =
    offerRequest !== undefined && deps.offers.getScenario(offerRequest) === 'airline_credits';
  // On this test route Duffel's test airline refunds the total as airline credit, regardless of the fare's conditions.
  const now = deps.clock.now();
  const voidWindowEnd = Date.parse(order.void_window_ends_at ?? '');
  const isVoidable = voidWindowEnd > now;
  const isInFull = isVoidable || hasAirlineCredits || isRefundedForChange(order);
  const refundCents = calculateRefundCents(order, isInFull);
  const refundAmount = toAmount(refundCents, order.total_currency);
  const id = newId('ore');
  return {
    id,
    order_id: order.id,
    live_mode: order.live_mode,
    created_at: deps.clock.iso(),
    expires_at: deps.clock.iso(Math.min(now + QUOTE_TTL_MS, isVoidable ? voidWindowEnd : Infinity)),
    confirmed_at: null,
    refund_amount: refundAmount,
    refund_currency: order.total_currency,
    refund_to: hasAirlineCredits ? 'airline_credits' : 'balance',
    airline_credits: hasAirlineCredits
      ? [
          {
            id: deriveId('acd', id),
            credit_name: 'Duffel Travel Credit',
            credit_code: seededBase62(id, 13).toUpperCase(),
            credit_amount: refundAmount,
            credit_currency: order.total_currency,
            issued_on: deps.clock.iso().slice(0, 10),
            passenger_id: order.passengers[0]?.id ?? '',
          },
        ]
      : [],
  };
}

function confirmCancellation(deps: Deps, { cancellation }: CancellationRecord): CancellationWire {
  const record = deps.orders.get(cancellation.order_id);
  if (!record) throw notFound('order');
  if (cancellation.confirmed_at || record.order.cancelled_at) throw alreadyCancelled();
  if (Date.parse(cancellation.expires_at) <= deps.clock.now())
    throw invalidState(
      'expired',
      'Quote expired',
      'The order cancellation has expired, please create a new one',
    );
  const now = deps.clock.iso();
  const confirmed: CancellationWire = { ...cancellation, confirmed_at: now };
  deps.cancellations.put(cancellation.id, { id: cancellation.id, cancellation: confirmed });
  cancelOrder(deps, record, { ...confirmed, confirmed_at: now });
  deps.emit('order_cancellation.confirmed', cancellation.id, cancellation.live_mode, {
    ...confirmed,
  });
  return confirmed;
}

export function addCancellationRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/order_cancellations', async (request, reply) => {
    const { order_id: orderId } = parseData(request, CancellationInput);
    const record = findOrder(deps, orderId, request.liveMode);
    if (!record)
      throw invalidField(
        '/order_id',
        'linked_record_not_found',
        "Field 'order_id' contains ID(s) of linked record(s) that were not found in your account",
        'Linked record(s) not found',
      );
    if (record.order.cancelled_at) throw alreadyCancelled();
    if (listOpenSlices(deps, record).length < record.order.slices.length)
      throw invalidState(
        'order_not_cancellable',
        'Order not cancellable',
        'The provided order cannot be cancelled',
      );
    const cancellation = createQuote(deps, record);
    deps.cancellations.put(cancellation.id, { id: cancellation.id, cancellation });
    deps.emit('order_cancellation.created', cancellation.id, cancellation.live_mode, {
      ...cancellation,
    });
    return reply.code(201).send({ data: cancellation });
  });

  const findCancellation = (id: string, liveMode: boolean): CancellationRecord => {
    const record = deps.cancellations.get(id);
    if (record?.cancellation.live_mode !== liveMode) throw notFound('order cancellation');
    return record;
  };

  app.get<{ Params: { id: string } }>('/air/order_cancellations/:id', async (request) => ({
    data: findCancellation(request.params.id, request.liveMode).cancellation,
  }));

  app.post<{ Params: { id: string } }>('/air/order_cancellations/:id/actions/confirm', async (request) => ({
    data: confirmCancellation(deps, findCancellation(request.params.id, request.liveMode)),
  }));
}
