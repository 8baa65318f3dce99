import type { Deps } from '../deps.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import { listSeatKeys } from './render-order.ts';

/** Cancels an order with a confirmed cancellation; without one it was the airline. */
export function cancelOrder(
  deps: Deps,
  record: OrderRecord,
  cancellation: NonNullable<OrderWire['cancellation']> | null,
): void {
  const order: OrderWire = {
    ...record.order,
    cancelled_at: cancellation?.confirmed_at ?? deps.clock.iso(),
    cancellation,
    available_actions: ['update'],
  };
  deps.orders.put(record.id, { ...record, order });
  for (const seat of listSeatKeys(record.order)) deps.seats.remove(seat);
}
