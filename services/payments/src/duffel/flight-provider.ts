import type {
  AirlineChangeAction,
  BookingData,
  ErrorBody,
  ErrorCode,
  Mode,
  Ticket,
} from '@fareline/contracts';
import type { OrderPlan, ProviderCredit } from '../db/schema.ts';
import type { LedgerOrder } from '../ledger/provider-ledger.ts';

/** The fields of an order that are used here. Amounts are the provider's decimal strings. */
export interface PlacedOrder {
  id: string;
  bookingReference: string | null;
  amount: string;
  currency: string;
  isCancelled: boolean;
  /** With which it was cancelled through our account, whoever asked for it; null otherwise. */
  cancellation: ProviderCancellation | null;
}

/** Fields of the booking request, such as `passengers.0.lastName`. */
export type InvalidFields = NonNullable<ErrorBody['fields']>;

export type OrderOutcome =
  | { kind: 'ordered'; order: PlacedOrder }
  /** No order exists. */
  | {
      kind: 'refused';
      code: ErrorCode;
      message?: string;
      fields?: InvalidFields;
      /** Our balance at the provider does not cover the order. */
      isBalanceInsufficient?: true;
      cause: unknown;
    }
  /** An order may exist; `isAccepted` after a 202. (PROVIDER-34) */
  | { kind: 'unknown'; isAccepted: boolean; cause: unknown };

export interface ProviderCancellation {
  id: string;
  /** Null when the airline does not state it or does not refund money. */
  refundAmount: string | null;
  refundCurrency: string | null;
  expiresAt: Date | null;
  /** The airline gives a credit instead of money. */
  isCredit: boolean;
  credits: ProviderCredit[];
  isConfirmed: boolean;
}

interface Refusal {
  kind: 'refused';
  cause: unknown;
}
export type CancellationOutcome = { kind: 'succeeded'; cancellation: ProviderCancellation } | Refusal;
type AnswerOutcome = { kind: 'succeeded' } | Refusal;

/** A change of the flights by the airline. */
export interface ProviderChange {
  id: string;
  /** What the airline lets an agency do about it online. */
  actions: AirlineChangeAction[];
  /** It flies none of the flights. */
  isCancelled: boolean;
  /** By whomever; null while the airline waits for an answer. */
  answeredAt: Date | null;
}

/** An order with what a booking needs of it. */
export interface BookedOrder {
  offerId: string;
  email: string;
  /** That the airline has issued. */
  tickets: Ticket[];
  /** The latest; undefined without one. */
  airlineChange: ProviderChange | undefined;
  data: Pick<BookingData, 'slices' | 'passengers' | 'seats' | 'bags' | 'conditions' | 'included_bags'>;
}

/** Our ids in the order's metadata, by which it is found and joined with its payment. */
export type OrderOwner = Record<'bookingId' | 'paymentId', string>;

/** Adapter of the Duffel API. Calls reject when the provider is not available or does not respond in time. */
export interface FlightProvider {
  /** Not idempotent: call `findOrder` before a retry. Never rejects. */
  createOrder(mode: Mode, owner: OrderOwner, offerId: string, plan: OrderPlan): Promise<OrderOutcome>;
  /** The order of the offer that has our booking id in its metadata. */
  findOrder(mode: Mode, bookingId: string, offerId: string): Promise<PlacedOrder | undefined>;
  getOrder(mode: Mode, orderId: string): Promise<PlacedOrder>;
  /** The order with passengers and flights. */
  getBookedOrder(mode: Mode, orderId: string): Promise<BookedOrder>;
  /** The airline's latest change of the order; undefined without one. */
  findAirlineChange(mode: Mode, orderId: string): Promise<ProviderChange | undefined>;
  /** Not idempotent: read the change before a retry. */
  acceptAirlineChange(mode: Mode, changeId: string): Promise<AnswerOutcome>;
  /** All orders that were created since then. */
  listOrders(mode: Mode, since: Date): Promise<LedgerOrder[]>;
  /** Requests a cancellation quote. Does not cancel the order. */
  requestCancellation(mode: Mode, orderId: string): Promise<CancellationOutcome>;
  getCancellation(mode: Mode, cancellationId: string): Promise<ProviderCancellation>;
  /** Cancels the order. Check with `getCancellation` before a retry. */
  confirmCancellation(mode: Mode, cancellationId: string): Promise<CancellationOutcome>;
  /** Verifies the signature with the secret of the event's mode and parses it; undefined when either fails. */
  parseWebhook(body: string, signature: string): OrderEvent | undefined;
}

export interface OrderEvent {
  id: string;
  mode: Mode;
  type: string;
  /** From the order's metadata; null when the event does not contain it. */
  bookingId: string | null;
  offerId: string | null;
  /** Of an event about an existing order, such as a change by the airline. */
  orderId: string | null;
}
