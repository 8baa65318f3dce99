import { answerChange } from './change-by-airline.ts';
import type { Deps } from '../deps.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import { invalidState } from '../http/errors.ts';
import { listSeatKeys } from './render-order.ts';

export const alreadyCancelled = () =>
  invalidState('already_cancelled', 'Order already cancelled', 'This order has already been cancelled.');

/** Cancels an order with a confirmed cancellation; without one it was the airline. */
export function cancelOrder(
  deps: Deps,
  record: OrderRecord,
  cancellation: NonNullable<OrderWire['cancellation']> | null,
): void {
  const cancelledAt = cancellation?.confirmed_at ?? deps.clock.iso();
  const order: OrderWire = {
    ...answerChange(record.order, 'cancelled', cancelledAt),
    cancelled_at: cancelledAt,
    cancellation,
    available_actions: ['update'],
  };
  deps.orders.put(record.id, { ...record, order });
  for (const seat of listSeatKeys(record.order)) deps.seats.remove(seat);
}
