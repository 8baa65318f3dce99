import { z } from 'zod';
import { invalidField, invalidState, notFound, requiredField } from '../http/errors.ts';
import type { ChangeOfferRecord, ChangeRequestRecord, OrderChangeRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';

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
      'This order cannot be changed through the API.',
    );
}

export function findChangeOffer(
  deps: Deps,
  id: string,
): { request: ChangeRequestRecord; changeOffer: ChangeOfferRecord } {
  for (const request of deps.changeRequests.all()) {
    const changeOffer = request.offers.find(({ offer }) => offer.id === id);
    if (changeOffer) return { request, changeOffer };
  }
  throw notFound('order change offer');
}

function checkPayment(record: OrderChangeRecord, payment: z.infer<typeof ConfirmInput>['payment']): void {
  const amountDueCents = toCents(record.change.change_total_amount) ?? 0;
  if (amountDueCents <= 0) return;
  if (!payment) throw requiredField('/payment');
  if (toCents(payment.amount) !== amountDueCents)
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

/** Replaces the order's flights by those of the change offer and adds the quoted price difference. */
export function confirmChange(
  deps: Deps,
  record: OrderChangeRecord,
  input: z.infer<typeof ConfirmInput>,
): OrderChangeRecord {
  if (record.change.confirmed_at)
    throw invalidState(
      'order_change_already_actioned',
      'Order change already actioned',
      'The order change has already been actioned and cannot be actioned again',
    );
  const { changeOffer } = findChangeOffer(deps, record.change_offer_id);
  const orderRecord = deps.orders.get(changeOffer.order_id);
  if (!orderRecord) throw notFound('order');
  checkChangeable(orderRecord.order);
  checkPayment(record, input.payment);
  const now = deps.clock.iso();
  const { order } = orderRecord;
  const addCents = (amount: string) =>
    toAmount((toCents(amount) ?? 0) + changeOffer.change_cents, order.total_currency);
  const remainingSlices = order.slices.filter((slice) => !changeOffer.removed.includes(slice.id));
  const removedSegmentIds = new Set(
    order.slices
      .filter((slice) => changeOffer.removed.includes(slice.id))
      .flatMap((slice) => slice.segments.map(({ id }) => id)),
  );
  const changed: OrderWire = {
    ...order,
    slices: [...remainingSlices, ...changeOffer.added].sort((a, b) =>
      (a.segments[0]?.departing_at ?? '').localeCompare(b.segments[0]?.departing_at ?? ''),
    ),
    services: order.services.filter(
      (service) => !service.segment_ids.some((id) => removedSegmentIds.has(id)),
    ),
    base_amount: addCents(order.base_amount),
    total_amount: addCents(order.total_amount),
    changes: [...order.changes, record.id],
    available_actions: ['cancel', 'update'],
    synced_at: now,
  };
  const confirmed = { ...record, change: { ...record.change, confirmed_at: now } };
  deps.changes.put(record.id, confirmed);
  deps.orders.put(order.id, { ...orderRecord, order: changed });
  return confirmed;
}
