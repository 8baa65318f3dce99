import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DuffelApiError, invalidField, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toCents } from '../state/money.ts';
import { createOrder } from './create-order.ts';
import { OrderInput } from './order-input.ts';

const StringList = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const ListQuery = z.object({
  offer_id: z.string().optional(),
  booking_reference: z.string().optional(),
  awaiting_payment: z.enum(['true', 'false']).optional(),
  user_id: z.string().optional(),
  'passenger_name[]': StringList.optional(),
  'owner_id[]': StringList.optional(),
  sort: z
    .enum(['created_at', '-created_at', 'total_amount', '-total_amount', 'payment_required_by'])
    .optional(),
});

const Metadata = z.record(z.string().max(40), z.string().max(500));
/** The SDK nests the metadata in `options`; both forms are accepted. */
const MetadataInput = z.union([
  z.object({ metadata: Metadata }),
  z.object({ options: z.object({ metadata: Metadata }) }).transform(({ options }) => options),
]);

function matches({ order, offer_id }: OrderRecord, query: z.infer<typeof ListQuery>): boolean {
  const matchesName = (name: string): boolean =>
    order.passengers.some((passenger) =>
      `${passenger.given_name} ${passenger.family_name}`.toLowerCase().includes(name.toLowerCase()),
    );
  return (
    (query.offer_id === undefined || offer_id === query.offer_id) &&
    (query.booking_reference === undefined || order.booking_reference === query.booking_reference) &&
    (query.awaiting_payment === undefined ||
      String(order.payment_status.awaiting_payment) === query.awaiting_payment) &&
    (query.user_id === undefined || order.users.includes(query.user_id)) &&
    (query['owner_id[]'] === undefined || query['owner_id[]'].includes(order.owner.id)) &&
    (query['passenger_name[]'] === undefined || query['passenger_name[]'].some(matchesName))
  );
}

/** Sorts orders, by default newest first. `orders` must be in the order of creation, which is also used for equal times. */
function sortOrders(orders: OrderWire[], sort: z.infer<typeof ListQuery>['sort']): OrderWire[] {
  const getTotalCents = (order: OrderWire): number => toCents(order.total_amount) ?? 0;
  const getPaymentDeadline = (order: OrderWire): string => order.payment_status.payment_required_by ?? '9999';
  switch (sort) {
    case 'created_at':
      return orders;
    case 'total_amount':
      return orders.sort((a, b) => getTotalCents(a) - getTotalCents(b));
    case '-total_amount':
      return orders.sort((a, b) => getTotalCents(b) - getTotalCents(a));
    case 'payment_required_by':
      return orders.sort((a, b) => getPaymentDeadline(a).localeCompare(getPaymentDeadline(b)));
    default:
      return orders.reverse();
  }
}

export function findOrder(deps: Deps, id: string): OrderRecord {
  const record = deps.orders.get(id);
  if (!record) throw notFound('order');
  return record;
}

export function addOrderRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/orders', async (request, reply) => {
    const record = createOrder(deps, parseData(request, OrderInput), request.isLateCommit);
    return reply.code(201).send({ data: record.order });
  });

  app.get('/air/orders', async (request) => {
    const query = ListQuery.safeParse(request.query);
    if (!query.success)
      throw invalidField(
        `/${query.error.issues[0]?.path.join('/') ?? ''}`,
        'validation_inclusion',
        'The query is invalid',
      );
    const found = deps.orders
      .all()
      .filter((record) => record.order.live_mode === request.liveMode && matches(record, query.data))
      .map((record) => record.order);
    return paginate(sortOrders(found, query.data.sort), request.query);
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id', async (request) => ({
    data: findOrder(deps, request.params.id).order,
  }));

  app.patch<{ Params: { id: string } }>('/air/orders/:id', async (request) => {
    const { metadata } = parseData(request, MetadataInput);
    const record = findOrder(deps, request.params.id);
    const changed = { ...record, order: { ...record.order, metadata } };
    deps.orders.put(record.id, changed, true);
    return { data: changed.order };
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id/available_services', async (request) => {
    findOrder(deps, request.params.id);
    // Extras are only sold with the booking, as by Duffel's test airline.
    return { data: [] };
  });

  app.post<{ Params: { id: string } }>('/air/orders/:id/services', async (request) => {
    findOrder(deps, request.params.id);
    throw new DuffelApiError(400, {
      type: 'invalid_request_error',
      code: 'unsupported_action',
      title: 'Unsupported operation',
      message: 'The airline does not sell services after booking.',
    });
  });
}
