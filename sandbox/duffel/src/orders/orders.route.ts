import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DuffelProblem, invalidField, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toCents } from '../state/money.ts';
import { createOrder } from './create-order.ts';
import { OrderInput } from './order-input.ts';

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const ListQuery = z.object({
  offer_id: z.string().optional(),
  booking_reference: z.string().optional(),
  awaiting_payment: z.enum(['true', 'false']).optional(),
  user_id: z.string().optional(),
  'passenger_name[]': texts.optional(),
  'owner_id[]': texts.optional(),
  sort: z
    .enum(['created_at', '-created_at', 'total_amount', '-total_amount', 'payment_required_by'])
    .optional(),
});

const Metadata = z.record(z.string().max(40), z.string().max(500));
/** The SDK wraps what it sends once more, in `options`; both forms count. */
const MetadataInput = z.union([
  z.object({ metadata: Metadata }),
  z.object({ options: z.object({ metadata: Metadata }) }).transform(({ options }) => options),
]);

function matches({ order, offer_id }: OrderRecord, query: z.infer<typeof ListQuery>): boolean {
  const named = (part: string): boolean =>
    order.passengers.some((passenger) =>
      `${passenger.given_name} ${passenger.family_name}`.toLowerCase().includes(part.toLowerCase()),
    );
  return (
    (query.offer_id === undefined || offer_id === query.offer_id) &&
    (query.booking_reference === undefined || order.booking_reference === query.booking_reference) &&
    (query.awaiting_payment === undefined ||
      String(order.payment_status.awaiting_payment) === query.awaiting_payment) &&
    (query.user_id === undefined || order.users.includes(query.user_id)) &&
    (query['owner_id[]'] === undefined || query['owner_id[]'].includes(order.owner.id)) &&
    (query['passenger_name[]'] === undefined || query['passenger_name[]'].some(named))
  );
}

/** Newest first unless asked otherwise; orders of one moment keep the order they were made in. */
function sorted(orders: OrderWire[], sort: z.infer<typeof ListQuery>['sort']): OrderWire[] {
  const total = (order: OrderWire): number => toCents(order.total_amount) ?? 0;
  const due = (order: OrderWire): string => order.payment_status.payment_required_by ?? '9999';
  switch (sort) {
    case 'created_at':
      return orders;
    case 'total_amount':
      return orders.sort((a, b) => total(a) - total(b));
    case '-total_amount':
      return orders.sort((a, b) => total(b) - total(a));
    case 'payment_required_by':
      return orders.sort((a, b) => due(a).localeCompare(due(b)));
    default:
      return orders.reverse();
  }
}

export function findOrder(sandbox: Sandbox, id: string): OrderRecord {
  const record = sandbox.orders.get(id);
  if (!record) throw notFound('order');
  return record;
}

export function addOrderRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/air/orders', async (request, reply) => {
    const record = createOrder(sandbox, parseData(request, OrderInput), request.isLateCommit);
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
    const found = sandbox.orders
      .all()
      .filter((record) => record.order.live_mode === request.liveMode && matches(record, query.data))
      .map((record) => record.order);
    return paginate(sorted(found, query.data.sort), request.query);
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id', async (request) => ({
    data: findOrder(sandbox, request.params.id).order,
  }));

  app.patch<{ Params: { id: string } }>('/air/orders/:id', async (request) => {
    const { metadata } = parseData(request, MetadataInput);
    const record = findOrder(sandbox, request.params.id);
    const changed = { ...record, order: { ...record.order, metadata } };
    sandbox.orders.put(record.id, changed, true);
    return { data: changed.order };
  });

  app.get<{ Params: { id: string } }>('/air/orders/:id/available_services', async (request) => {
    findOrder(sandbox, request.params.id);
    // Airlines here sell extras with the booking only, as Duffel's own test airline does.
    return { data: [] };
  });

  app.post<{ Params: { id: string } }>('/air/orders/:id/services', async (request) => {
    findOrder(sandbox, request.params.id);
    throw new DuffelProblem(400, {
      type: 'invalid_request_error',
      code: 'unsupported_action',
      title: 'Unsupported operation',
      message: 'The airline does not sell services after booking.',
    });
  });
}
