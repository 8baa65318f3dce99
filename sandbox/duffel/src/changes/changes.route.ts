import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newId } from '../ids.ts';
import { resolvePlace } from '../geo/airports.ts';
import { invalidField, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { ChangeRequestRecord, OrderChangeRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { findOrder } from '../orders/find-order.ts';
import { toAmount, toCents } from '../state/money.ts';
import { createChangeOffers, quoteChange } from './change-offers.ts';
import { checkChangeable, confirmChange, ConfirmInput, findChangeOffer } from './confirm-change.ts';

const RequestInput = z.object({
  order_id: z.string(),
  slices: z.object({
    remove: z.array(z.object({ slice_id: z.string() })).min(1),
    add: z
      .array(
        z.object({
          origin: z.string().length(3),
          destination: z.string().length(3),
          departure_date: z.iso.date(),
          cabin_class: z.enum(['economy', 'premium_economy', 'business', 'first']).nullish(),
        }),
      )
      .min(1),
  }),
});
const ChangeInput = z.object({ selected_order_change_offer: z.string() });

function renderChangeRequest(record: ChangeRequestRecord) {
  return {
    id: record.id,
    order_id: record.order_id,
    live_mode: record.live_mode,
    created_at: record.created_at,
    slices: {
      remove: record.slices.remove,
      add: record.slices.add.map((slice) => ({
        ...slice,
        cabin_class: slice.cabin_class ?? null,
        origin: resolvePlace(slice.origin)?.place,
        destination: resolvePlace(slice.destination)?.place,
      })),
    },
    order_change_offers: record.offers.map(({ offer }) => offer),
  };
}

function createChange(deps: Deps, offerId: string): OrderChangeRecord {
  const { request, changeOffer } = findChangeOffer(deps, offerId);
  const { offer, order_id } = changeOffer;
  if (Date.parse(offer.expires_at) <= deps.clock.now())
    throw invalidField(
      '/selected_order_change_offer',
      'offer_expired',
      'The selected offer has already expired',
      'Offer expired',
    );
  const orderRecord = deps.orders.get(order_id);
  if (!orderRecord) throw notFound('order');
  checkChangeable(deps, orderRecord, changeOffer.removed);
  const { order } = orderRecord;
  const { cents, refundTo } = quoteChange(orderRecord, toCents(offer.change_total_amount ?? '0') ?? 0);
  const id = newId('oce');
  const record: OrderChangeRecord = {
    id,
    change_offer_id: offer.id,
    change: {
      id,
      order_id,
      live_mode: order.live_mode,
      created_at: deps.clock.iso(),
      confirmed_at: null,
      expires_at: offer.expires_at,
      change_total_amount: toAmount(cents, order.total_currency),
      change_total_currency: order.total_currency,
      new_total_amount: toAmount((toCents(order.total_amount) ?? 0) + cents, order.total_currency),
      new_total_currency: order.total_currency,
      penalty_total_amount: offer.penalty_amount,
      penalty_total_currency: offer.penalty_currency,
      refund_to: cents < 0 ? refundTo : null,
      slices: offer.slices,
      available_payment_types: ['balance'],
    },
  };
  const offers = request.offers.map((other) =>
    other === changeOffer ? { ...other, offer: { ...offer, order_change_id: id } } : other,
  );
  deps.changeRequests.put(request.id, { ...request, offers });
  deps.changes.put(id, record);
  return record;
}

/** Routes for changing the flights of an order: request offers, select one, confirm it. */
export function addChangeRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/order_change_requests', async (request, reply) => {
    const input = parseData(request, RequestInput);
    const orderRecord = findOrder(deps, input.order_id, request.liveMode);
    if (!orderRecord)
      throw invalidField(
        '/order_id',
        'linked_record_not_found',
        "Field 'order_id' is not an order of your account",
      );
    const { order } = orderRecord;
    const removedSliceIds = input.slices.remove.map(({ slice_id: id }) => id);
    if (removedSliceIds.some((id) => !order.slices.some((slice) => slice.id === id)))
      throw invalidField(
        '/slices/remove',
        'linked_record_not_found',
        "Field 'slice_id' is not a slice of the order",
      );
    checkChangeable(deps, orderRecord, removedSliceIds);
    const id = newId('ocr');
    const bookedCabin = order.slices[0]?.segments[0]?.passengers[0]?.cabin_class;
    const record: ChangeRequestRecord = {
      id,
      order_id: order.id,
      live_mode: order.live_mode,
      created_at: deps.clock.iso(),
      slices: input.slices,
      offers: createChangeOffers(
        deps,
        id,
        orderRecord,
        removedSliceIds,
        input.slices.add,
        input.slices.add[0]?.cabin_class ?? bookedCabin,
      ),
    };
    deps.changeRequests.put(id, record);
    return reply.code(201).send({ data: renderChangeRequest(record) });
  });

  app.get<{ Params: { id: string } }>('/air/order_change_requests/:id', async (request) => {
    const record = deps.changeRequests.get(request.params.id);
    if (!record) throw notFound('order change request');
    return { data: renderChangeRequest(record) };
  });

  app.get<{ Querystring: { order_change_request_id?: string } }>(
    '/air/order_change_offers',
    async (request) => {
      const record = deps.changeRequests.get(request.query.order_change_request_id ?? '');
      if (!record) throw notFound('order change request');
      return paginate(
        record.offers.map(({ offer }) => offer),
        request.query,
      );
    },
  );

  app.get<{ Params: { id: string } }>('/air/order_change_offers/:id', async (request) => ({
    data: findChangeOffer(deps, request.params.id).changeOffer.offer,
  }));

  app.post('/air/order_changes', async (request, reply) => {
    const input = parseData(request, ChangeInput);
    return reply.code(201).send({ data: createChange(deps, input.selected_order_change_offer).change });
  });

  const findChange = (id: string): OrderChangeRecord => {
    const record = deps.changes.get(id);
    if (!record) throw notFound('order change');
    return record;
  };

  app.get<{ Params: { id: string } }>('/air/order_changes/:id', async (request) => ({
    data: findChange(request.params.id).change,
  }));

  app.post<{ Params: { id: string } }>('/air/order_changes/:id/actions/confirm', async (request) => {
    const body = request.body && Object.keys(request.body).length > 0 ? parseData(request, ConfirmInput) : {};
    return { data: confirmChange(deps, findChange(request.params.id), body).change };
  });
}
