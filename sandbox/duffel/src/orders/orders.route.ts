import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { OrderRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { createOrder } from './create-order.ts';
import { findOrder } from './find-order.ts';
import { OrderInput, ServicesInput } from './order-input.ts';
import { addServices, listOrderBags } from './order-services.ts';

interface OrderFilter {
  offer_id?: string;
  /** ISO 8601 in UTC, as in `created_at`. */
  'created_at[after]'?: string;
  'created_at[before]'?: string;
}

function readOrder(
  deps: Deps,
  { params, liveMode }: { params: { id: string }; liveMode: boolean },
): OrderRecord {
  const record = findOrder(deps, params.id, liveMode);
  if (!record) throw notFound('order');
  return record;
}

export function addOrderRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/orders', async (request, reply) => {
    const record = createOrder(deps, parseData(request, OrderInput), request);
    return reply.code(201).send({ data: record.order });
  });

  app.get<{ Querystring: OrderFilter }>('/air/orders', async (request) => {
    const { offer_id: offerId } = request.query;
    const { 'created_at[after]': createdAfter, 'created_at[before]': createdBefore } = request.query;
    const newestFirst = deps.orders
      .all()
      .filter((record) => record.order.live_mode === request.liveMode)
      .filter((record) => offerId === undefined || record.offer_id === offerId)
      .map((record) => record.order)
      .filter((order) => createdAfter === undefined || order.created_at > createdAfter)
      .filter((order) => createdBefore === undefined || order.created_at < createdBefore)
      .reverse();
    return paginate(newestFirst, request.query);
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id', async (request) => {
    return { data: readOrder(deps, request).order };
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id/available_services', async (request) => ({
    data: listOrderBags(deps, readOrder(deps, request)),
  }));

  app.post<{ Params: { id: string } }>('/air/orders/:id/services', async (request) => ({
    data: addServices(deps, readOrder(deps, request), parseData(request, ServicesInput)),
  }));
}
