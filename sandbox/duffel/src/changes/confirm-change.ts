import { z } from 'zod';
import { invalidField, invalidState, notFound, required } from '../http/errors.ts';
import type { ChangeOfferRecord, ChangeRequestRecord, OrderChangeRecord, OrderWire } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { toCents, toDecimal } from '../state/money.ts';

export const ConfirmInput = z.object({
  payment: z.object({ type: z.string(), amount: z.string(), currency: z.string() }).nullish(),
});

export function checkChangeable(order: OrderWire): void {
  if (order.cancelled_at)
    throw invalidState(
      'already_cancelled',
      'Already cancelled',
      'The provided order has already been cancelled',
    );
  if (!order.available_actions.includes('change'))
    throw invalidState(
      'order_not_changeable',
      'Order not changeable',
      'The order cannot be changed through the API',
    );
}

export function findChangeOffer(
  sandbox: Sandbox,
  id: string,
): { request: ChangeRequestRecord; entry: ChangeOfferRecord } {
  for (const request of sandbox.changeRequests.all()) {
    const entry = request.offers.find(({ offer }) => offer.id === id);
    if (entry) return { request, entry };
  }
  throw notFound('order change offer');
}

function checkPayment(record: OrderChangeRecord, payment: z.infer<typeof ConfirmInput>['payment']): void {
  const due = toCents(record.change.change_total_amount) ?? 0;
  if (due <= 0) return;
  if (!payment) throw required('/payment');
  if (toCents(payment.amount) !== due)
    throw invalidField(
      '/payment/amount',
      'payment_amount_does_not_match_order_amount',
      'The amount provided in the payment does not match the change_total_amount of the order change',
    );
  if (payment.currency !== record.change.change_total_currency)
    throw invalidField(
      '/payment/currency',
      'payment_currency_does_not_match_order_currency',
      'The currency does not match',
    );
}

/** Puts the chosen flights into the order, for the price that was quoted. */
export function confirmChange(
  sandbox: Sandbox,
  record: OrderChangeRecord,
  input: z.infer<typeof ConfirmInput>,
): OrderChangeRecord {
  if (record.change.confirmed_at)
    throw invalidState(
      'order_change_already_actioned',
      'Order change already actioned',
      'The order change has already been actioned and cannot be actioned again',
    );
  const { entry } = findChangeOffer(sandbox, record.change_offer_id);
  const held = sandbox.orders.get(entry.order_id);
  if (!held) throw notFound('order');
  checkChangeable(held.order);
  checkPayment(record, input.payment);
  const now = sandbox.clock.iso();
  const { order } = held;
  const kept = order.slices.filter((slice) => !entry.removed.includes(slice.id));
  const gone = new Set(
    order.slices
      .filter((slice) => entry.removed.includes(slice.id))
      .flatMap((slice) => slice.segments.map(({ id }) => id)),
  );
  const changed: OrderWire = {
    ...order,
    slices: [...kept, ...entry.added].sort((a, b) =>
      (a.segments[0]?.departing_at ?? '').localeCompare(b.segments[0]?.departing_at ?? ''),
    ),
    services: order.services.filter((service) => !service.segment_ids.some((id) => gone.has(id))),
    base_amount: toDecimal((toCents(order.base_amount) ?? 0) + entry.base_cents),
    total_amount: toDecimal((toCents(order.total_amount) ?? 0) + entry.base_cents),
    changes: [...order.changes, record.id],
    available_actions: ['cancel', 'update'],
    synced_at: now,
  };
  const confirmed = { ...record, change: { ...record.change, confirmed_at: now } };
  sandbox.changes.put(record.id, confirmed, true);
  sandbox.orders.put(order.id, { ...held, order: changed }, true);
  return confirmed;
}
