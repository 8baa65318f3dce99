import type { AirlineInitiatedChange } from '@duffel/api/types';
import type { FastifyInstance } from 'fastify';
import { derivedId } from '../flights/random.ts';
import { formatLocal } from '../geo/time-zone.ts';
import { invalidState, notFound, required } from '../http/errors.ts';
import type { OrderWire } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';

const HOUR = 60;
const later = (local: string): string => formatLocal(Date.parse(`${local}Z`) / 60_000 + HOUR);

function moved(order: OrderWire): OrderWire['slices'] {
  return order.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      departing_at: later(segment.departing_at),
      arriving_at: later(segment.arriving_at),
    })),
  }));
}

/** Duffel's test airline moves a flight by an hour whenever somebody looks, on the one route made for it. */
function addChange(sandbox: Sandbox, orderId: string): void {
  const record = sandbox.orders.get(orderId);
  const search = record && sandbox.offers.requestOf(record.offer_id);
  if (
    !record ||
    !search ||
    record.order.cancelled_at ||
    sandbox.offers.scenarioOf(search) !== 'airline_change'
  )
    return;
  const { order } = record;
  const slices = moved(order);
  const now = sandbox.clock.iso();
  const change: AirlineInitiatedChange = {
    id: derivedId('aic', `${order.id}|${order.airline_initiated_changes.length}`),
    order_id: order.id,
    created_at: now,
    updated_at: now,
    action_taken: null,
    action_taken_at: null,
    available_actions: ['accept'],
    added: slices,
    removed: order.slices,
    travel_agent_ticket: null,
  };
  const changes = [...order.airline_initiated_changes, change];
  sandbox.orders.put(
    order.id,
    { ...record, order: { ...order, slices, airline_initiated_changes: changes, synced_at: now } },
    true,
  );
  sandbox.webhooks.emit('order.airline_initiated_change_detected', change.id, order.live_mode, { ...change });
}

function accept(sandbox: Sandbox, id: string): AirlineInitiatedChange {
  const record = sandbox.orders
    .all()
    .find(({ order }) => order.airline_initiated_changes.some((change) => change.id === id));
  if (!record) throw notFound('airline-initiated change');
  const changes = record.order.airline_initiated_changes;
  const latest = changes.at(-1);
  if (latest?.id !== id)
    throw invalidState(
      'stale_airline_initiated_change_accept',
      'Stale change',
      'The change you tried to accept is not the latest.',
    );
  const now = sandbox.clock.iso();
  const accepted: AirlineInitiatedChange = {
    ...latest,
    action_taken: 'accepted',
    action_taken_at: now,
    updated_at: now,
    available_actions: [],
  };
  const order = { ...record.order, airline_initiated_changes: [...changes.slice(0, -1), accepted] };
  sandbox.orders.put(record.id, { ...record, order }, true);
  return accepted;
}

/** What airlines changed on their own. */
export function addAirlineInitiatedChangeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { order_id?: string } }>('/air/airline_initiated_changes', async (request) => {
    const { order_id: orderId } = request.query;
    if (!orderId) throw required('/order_id');
    addChange(sandbox, orderId);
    return { data: sandbox.orders.get(orderId)?.order.airline_initiated_changes ?? [] };
  });

  app.post<{ Params: { id: string } }>(
    '/air/airline_initiated_changes/:id/actions/accept',
    async (request) => ({
      data: accept(sandbox, request.params.id),
    }),
  );
}
