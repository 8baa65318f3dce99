import type { AirlineInitiatedChange } from '@duffel/api/types';
import type { FastifyInstance } from 'fastify';
import { deriveId } from '../flights/seeded-random.ts';
import { formatLocal } from '../geo/time-zone.ts';
import { invalidState, notFound, requiredField } from '../http/errors.ts';
import { findOrder } from '../orders/find-order.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';

const MINUTES_PER_HOUR = 60;
const addOneHour = (local: string): string =>
  formatLocal(Date.parse(`${local}Z`) / 60_000 + MINUTES_PER_HOUR);

function delaySlices(order: OrderWire): OrderWire['slices'] {
  return order.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      departing_at: addOneHour(segment.departing_at),
      arriving_at: addOneHour(segment.arriving_at),
    })),
  }));
}

/** Delays the order by one hour on every read, as Duffel's test airline does on the test route for such changes. */
function addChange(deps: Deps, record: OrderRecord | undefined): void {
  const offerRequest = record && deps.offers.findRequest(record.offer_id);
  if (
    !record ||
    !offerRequest ||
    record.order.cancelled_at ||
    deps.offers.getScenario(offerRequest) !== 'airline_change'
  )
    return;
  const { order } = record;
  const slices = delaySlices(order);
  const now = deps.clock.iso();
  const change: AirlineInitiatedChange = {
    id: deriveId('aic', `${order.id}|${order.airline_initiated_changes.length}`),
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
  deps.orders.put(order.id, {
    ...record,
    order: { ...order, slices, airline_initiated_changes: changes, synced_at: now },
  });
  deps.emit('order.airline_initiated_change_detected', change.id, order.live_mode, { ...change });
}

function acceptChange(deps: Deps, id: string): AirlineInitiatedChange {
  const record = deps.orders
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
  const now = deps.clock.iso();
  const accepted: AirlineInitiatedChange = {
    ...latest,
    action_taken: 'accepted',
    action_taken_at: now,
    updated_at: now,
    available_actions: [],
  };
  const order = { ...record.order, airline_initiated_changes: [...changes.slice(0, -1), accepted] };
  deps.orders.put(record.id, { ...record, order });
  return accepted;
}

/** Routes for schedule changes that the airline made. */
export function addAirlineInitiatedChangeRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { order_id?: string } }>('/air/airline_initiated_changes', async (request) => {
    const { order_id: orderId } = request.query;
    if (!orderId) throw requiredField('/order_id');
    addChange(deps, findOrder(deps, orderId, request.liveMode));
    return {
      data: findOrder(deps, orderId, request.liveMode)?.order.airline_initiated_changes ?? [],
    };
  });

  app.post<{ Params: { id: string } }>(
    '/air/airline_initiated_changes/:id/actions/accept',
    async (request) => ({
      data: acceptChange(deps, request.params.id),
    }),
  );
}
