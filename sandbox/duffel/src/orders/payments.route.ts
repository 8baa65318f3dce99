import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import { deriveId } from '../flights/seeded-random.ts';
import { invalidField, invalidState, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { OrderRecord, PaymentRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toCents } from '../state/money.ts';
import { addTickets } from './render-order.ts';

const PaymentInput = z.object({
  order_id: z.string(),
  payment: z.object({ type: z.enum(['balance', 'arc_bsp_cash']), amount: z.string(), currency: z.string() }),
});

function checkPayable(deps: Deps, { order }: OrderRecord): void {
  if (order.type === 'instant')
    throw invalidField(
      '/order_id',
      'order_type_not_eligible_for_payment',
      'The order was paid for when it was made',
    );
  if (order.cancelled_at)
    throw invalidState(
      'already_cancelled',
      'Already cancelled',
      'The provided order has already been cancelled',
    );
  if (!order.payment_status.awaiting_payment)
    throw invalidState('already_paid', 'Already paid', 'The provided order has already been paid for');
  const deadline = order.payment_status.payment_required_by;
  if (deadline && Date.parse(deadline) <= deps.clock.now())
    throw invalidState(
      'past_payment_required_by_date',
      'Payment is late',
      "The order's `payment_required_by` date has elapsed",
    );
}

/** Pays for a held order and issues its tickets. */
function payHeldOrder(deps: Deps, input: z.infer<typeof PaymentInput>): PaymentRecord {
  const record = deps.orders.get(input.order_id);
  if (!record)
    throw invalidField(
      '/order_id',
      'linked_record_not_found',
      "Field 'order_id' contains ID(s) of linked record(s) that were not found in your account",
      'Linked record(s) not found',
    );
  checkPayable(deps, record);
  const { order } = record;
  if (input.payment.currency !== order.total_currency)
    throw invalidField(
      '/payment/currency',
      'payment_currency_does_not_match_order_currency',
      'The currency provided in the payment does not match the total_currency of the order',
    );
  if (toCents(input.payment.amount) !== toCents(order.total_amount))
    throw invalidField(
      '/payment/amount',
      'payment_amount_does_not_match_order_amount',
      'The amount provided in the payment does not match the total_amount of the order',
    );
  const now = deps.clock.iso();
  const id = deriveId('pay', randomBytes(16).toString('hex'));
  const payment: PaymentRecord = {
    id,
    order_id: order.id,
    payment: {
      id,
      type: input.payment.type,
      amount: order.total_amount,
      currency: order.total_currency,
      created_at: now,
    },
  };
  const paid = {
    ...order,
    payment_status: {
      awaiting_payment: false,
      payment_required_by: null,
      price_guarantee_expires_at: null,
      paid_at: now,
    },
  };
  deps.payments.put(id, payment, true);
  deps.orders.put(order.id, { ...record, order: addTickets(paid) }, true);
  return payment;
}

export function addPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/air/payments', async (request, reply) =>
    reply.code(201).send({ data: payHeldOrder(deps, parseData(request, PaymentInput)).payment }),
  );

  app.get<{ Querystring: { order_id?: string } }>('/air/payments', async (request) => {
    const { order_id: orderId } = request.query;
    const found = deps.payments
      .all()
      .filter((record) => orderId === undefined || record.order_id === orderId);
    return paginate(
      found.map((record) => record.payment),
      request.query,
    );
  });

  app.get<{ Params: { id: string } }>('/air/payments/:id', async (request) => {
    const record = deps.payments.get(request.params.id);
    if (!record) throw notFound('payment');
    return { data: record.payment };
  });
}
