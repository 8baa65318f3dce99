import type { FlightsConditions } from '@duffel/api/types';
import { z } from 'zod';
import { invalidState, notFound, requiredField } from '../http/errors.ts';
import { combinePenalties } from '../offers/offer-rules.ts';
import { answerChange, getOpenChange } from '../orders/change-by-airline.ts';
import { listOpenSlices } from '../orders/open-slices.ts';
import { PaymentInput } from '../orders/order-input.ts';
import { checkPayment, priceChanged } from '../orders/payment-rules.ts';
import { addTickets, listActions, listSeatKeys } from '../orders/render-order.ts';
import type {
  ChangeOfferRecord,
  ChangeRequestRecord,
  OrderChangeRecord,
  OrderRecord,
  OrderWire,
} from '../records.ts';
import type { Deps } from '../deps.ts';
import { toAmount, toCents } from '../state/money.ts';
import { quoteChange } from './change-offers.ts';

export const ConfirmInput = z.object({ payment: PaymentInput.nullish() });

/** Throws unless the airline takes these slices of the order back for others: by its fare, or because it has changed them itself. */
export function checkChangeable(deps: Deps, record: OrderRecord, removedSliceIds: readonly string[]): void {
  const { order } = record;
  if (order.cancelled_at)
    throw invalidState(
      'already_cancelled',
      'Already cancelled',
      'The provided order has already been cancelled',
    );
  const actions: readonly string[] = getOpenChange(order)?.available_actions ?? order.available_actions;
  const open = listOpenSlices(deps, record).map(({ id }) => id);
  if (!actions.includes('change') || removedSliceIds.some((id) => !open.includes(id)))
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

type Condition = FlightsConditions['change_before_departure'];

const toPenalty = (condition: Condition | undefined) =>
  !condition || condition.allowed === null
    ? null
    : condition.allowed && (toCents(condition.penalty_amount ?? '0') ?? 0);

/** The conditions of all slices together. */
function combineConditions({ slices, total_currency: currency }: OrderWire): FlightsConditions {
  // The SDK's type leaves out the refund, which Duffel sends.
  const conditions = slices.map((slice) => slice.conditions as Partial<FlightsConditions>);
  const combine = (key: keyof FlightsConditions): Condition => {
    const penalty = combinePenalties(conditions.map((each) => toPenalty(each[key])));
    if (penalty === null) return null;
    return penalty === false
      ? { allowed: false, penalty_amount: null, penalty_currency: null }
      : { allowed: true, penalty_amount: toAmount(penalty, currency), penalty_currency: currency };
  };
  return {
    change_before_departure: combine('change_before_departure'),
    refund_before_departure: combine('refund_before_departure'),
  };
}

/** The order with the flights and the price of the change, new tickets, and what is not of the removed flights as before. */
function applyChange(
  { order }: OrderRecord,
  { change }: OrderChangeRecord,
  { removed, added }: ChangeOfferRecord,
  now: string,
): OrderWire {
  const isRemoved = (slice: OrderWire['slices'][number]) => removed.includes(slice.id);
  const removedSegmentIds = new Set(
    order.slices.filter(isRemoved).flatMap(({ segments }) => segments.map(({ id }) => id)),
  );
  const totalCents = toCents(change.new_total_amount ?? order.total_amount) ?? 0;
  const taxCents = Math.min(toCents(order.tax_amount ?? '0') ?? 0, totalCents);
  const format = (cents: number) => toAmount(cents, order.total_currency);
  const changed: OrderWire = {
    ...answerChange(order, 'changed', now),
    slices: [...order.slices.filter((slice) => !isRemoved(slice)), ...added].sort((a, b) =>
      (a.segments[0]?.departing_at ?? '').localeCompare(b.segments[0]?.departing_at ?? ''),
    ),
    services: order.services.filter(
      (service) => !service.segment_ids.some((id) => removedSegmentIds.has(id)),
    ),
    base_amount: format(totalCents - taxCents),
    tax_amount: format(taxCents),
    total_amount: format(totalCents),
    changes: [...order.changes, change.id],
    synced_at: now,
  };
  const conditions = combineConditions(changed);
  return addTickets({
    ...changed,
    conditions,
    available_actions: listActions(conditions),
  });
}

/** Replaces the order's flights by those of the change offer, at the price of the change. */
export function confirmChange(
  deps: Deps,
  record: OrderChangeRecord,
  input: z.infer<typeof ConfirmInput>,
): OrderChangeRecord {
  const { change } = record;
  if (change.confirmed_at)
    throw invalidState(
      'order_change_already_actioned',
      'Order change already actioned',
      'The order change has already been actioned and cannot be actioned again',
    );
  const { changeOffer } = findChangeOffer(deps, record.change_offer_id);
  const orderRecord = deps.orders.get(changeOffer.order_id);
  if (!orderRecord) throw notFound('order');
  checkChangeable(deps, orderRecord, changeOffer.removed);
  if (Date.parse(change.expires_at) <= deps.clock.now())
    throw invalidState('expired', 'Change expired', 'The order change has expired, please create a new one');
  const dueCents = toCents(change.change_total_amount) ?? 0;
  if (quoteChange(orderRecord, dueCents).cents !== dueCents) throw priceChanged();
  if (dueCents > 0) {
    if (!input.payment) throw requiredField('/payment');
    checkPayment(input.payment, dueCents, change.change_total_currency);
  }
  const now = deps.clock.iso();
  const order = applyChange(orderRecord, record, changeOffer, now);
  const confirmed = { ...record, change: { ...change, confirmed_at: now } };
  deps.changes.put(record.id, confirmed);
  const { change_quote: _, ...rest } = orderRecord;
  deps.orders.put(order.id, { ...rest, order, flights_cents: changeOffer.flights_cents });
  const seatKeys = listSeatKeys(order);
  for (const seat of listSeatKeys(orderRecord.order)) if (!seatKeys.includes(seat)) deps.seats.remove(seat);
  return confirmed;
}
