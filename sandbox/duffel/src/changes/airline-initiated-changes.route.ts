import type { AirlineInitiatedChange } from '@duffel/api/types';
import type { FastifyInstance } from 'fastify';
import { invalidState, notFound, requiredField } from '../http/errors.ts';
import { findOrder } from '../orders/find-order.ts';
import type { OrderRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { answerChange, changeByAirline } from '../orders/change-by-airline.ts';

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
  changeByAirline(deps, record, { delayMinutes: 60, actions: ['accept', 'cancel', 'change'] });
}

function acceptChange(deps: Deps, id: string, liveMode: boolean): AirlineInitiatedChange | undefined {
  const record = deps.orders
    .all()
    .find(
      ({ order }) =>
        order.live_mode === liveMode && order.airline_initiated_changes.some((change) => change.id === id),
    );
  if (!record) throw notFound('airline-initiated change');
  const latest = record.order.airline_initiated_changes.at(-1);
  if (latest?.id !== id)
    throw invalidState(
      'stale_airline_initiated_change_accept',
      'Stale change',
      'The change you tried to accept is not the latest.',
    );
  if (!latest.available_actions.includes('accept'))
    throw invalidState(
      'airline_initiated_change_not_acceptable',
      'Change not acceptable',
      'The change cannot be accepted.',
    );
  const order = answerChange(record.order, 'accepted', deps.clock.iso());
  deps.orders.put(record.id, { ...record, order });
  return order.airline_initiated_changes.at(-1);
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
      data: acceptChange(deps, request.params.id, request.liveMode),
    }),
  );
}
