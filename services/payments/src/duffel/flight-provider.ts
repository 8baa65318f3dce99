import type { ErrorCode, Mode } from '@fareline/contracts';
import type { OrderPlan } from '../db/tables/bookings.table.ts';

/** An order as far as we need it. Amounts are the provider's own decimal strings. */
export interface PlacedOrder {
  id: string;
  bookingReference: string | null;
  amount: string;
  currency: string;
  isCancelled: boolean;
}

export type OrderOutcome =
  | { kind: 'ordered'; order: PlacedOrder }
  /** Certainly no order. */
  | { kind: 'refused'; code: ErrorCode; message?: string; cause: unknown }
  /** Perhaps an order; `accepted` after a 202. (D38) */
  | { kind: 'unknown'; isAccepted: boolean; cause: unknown };

export interface ProviderCancellation {
  id: string;
  /** Null where the airline does not tell, or gives back something else than money. */
  refundAmount: string | null;
  refundCurrency: string | null;
  expiresAt: Date | null;
  isConfirmed: boolean;
}

export type CancellationOutcome =
  { kind: 'offered'; cancellation: ProviderCancellation } | { kind: 'refused'; cause: unknown };

/** The only place that knows Duffel's shapes. Calls reject when the provider cannot be asked, or does not answer in time. */
export interface FlightProvider {
  /** Never repeated without `findOrder` first. Does not reject. */
  createOrder(mode: Mode, bookingId: string, offerId: string, plan: OrderPlan): Promise<OrderOutcome>;
  /** The order that carries our booking id, out of those made from the offer. */
  findOrder(mode: Mode, bookingId: string, offerId: string): Promise<PlacedOrder | undefined>;
  getOrder(mode: Mode, orderId: string): Promise<PlacedOrder>;
  /** Asks what comes back. Changes nothing at the airline. */
  requestCancellation(mode: Mode, orderId: string): Promise<CancellationOutcome>;
  getCancellation(mode: Mode, cancellationId: string): Promise<ProviderCancellation>;
  /** Cancels. Repeating it is safe: look with `getCancellation` first. */
  confirmCancellation(mode: Mode, cancellationId: string): Promise<CancellationOutcome>;
  /** The event in a webhook whose signature is good, else undefined. */
  parseWebhook(body: string, signature: string): OrderEvent | undefined;
}

export interface OrderEvent {
  id: string;
  type: string;
  /** From the order's metadata, where the event has it. */
  bookingId: string | null;
  offerId: string | null;
  orderId: string | null;
}
