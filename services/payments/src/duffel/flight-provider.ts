import type {
  AirlineChangeAction,
  BagService,
  BookingData,
  CabinClass,
  Conditions,
  ErrorBody,
  ErrorCode,
  Mode,
  Slice,
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
  /** How our account cancelled it; null otherwise. */
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
  /** The provider's code of the error. */
  code: string;
  cause: unknown;
}
export type CancellationOutcome = { kind: 'succeeded'; cancellation: ProviderCancellation } | Refusal;
type AnswerOutcome = { kind: 'succeeded' } | Refusal;

/** A change of the flights by the airline. */
export interface ProviderChange {
  id: string;
  /** What the airline lets an agency do about it online. */
  actions: AirlineChangeAction[];
  /** The airline flies none of the flights. */
  isCancelled: boolean;
  /** When anyone answered; null while the airline waits for an answer. */
  answeredAt: Date | null;
}

/** The slices that leave an order, by its own ids, and the flights that are wanted instead. */
interface WantedChange {
  remove: string[];
  add: { origin: string; destination: string; departureDate: string; cabin: CabinClass }[];
  infants: ReadonlySet<string>;
}

/** Other flights that the airline offers for an order. */
export interface ChangeOffer {
  id: string;
  /** Signed: what the change costs us; a negative amount comes back. */
  amount: string;
  currency: string;
  /** The order's price after the change. */
  newTotal: string;
  /** The airline's fee, which is part of the amount; null where the airline does not say it. */
  penalty: string | null;
  /** What comes back is no money. */
  isCredit: boolean;
  expiresAt: Date | null;
  removedSliceIds: string[];
  addedSlices: Slice[];
  /** Of the added slices. */
  conditions: Conditions;
}

/** A change of an order that we have asked for, final once it is confirmed. */
export interface OrderChange {
  id: string;
  orderId: string;
  /** Signed, as of the offer, from which it may differ. */
  amount: string;
  currency: string;
  /** The order's price after the change. */
  newTotal: string;
  expiresAt: Date | null;
  isConfirmed: boolean;
}
type OrderChangeOutcome = { kind: 'succeeded'; change: OrderChange } | Refusal;

/** An order with what a booking needs of it. */
export interface BookedOrder extends PlacedOrder {
  offerId: string;
  email: string;
  /** By passenger; empty where the airline does not say it. */
  birthDates: Record<string, string>;
  /** Tickets that the airline has issued. */
  tickets: Ticket[];
  /** The latest; undefined without one. */
  airlineChange: ProviderChange | undefined;
  /** How many changes of its flights we have made. */
  changeCount: number;
  /** What we may do with it at the provider, such as `change`. */
  availableActions: string[];
  /** The bags of `data` with the ids of their services. */
  bagServices: { id: string; bag: BookingData['bags'][number] }[];
  /** Slices and passengers have the ids that they have in the order. */
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
  /** The same for a read that gives way to searches and bookings; undefined while the budget of calls has no room for it. */
  readOrderInBudget(mode: Mode, orderId: string): Promise<BookedOrder | undefined>;
  /** The airline's latest change of the order; undefined without one. */
  findAirlineChange(mode: Mode, orderId: string): Promise<ProviderChange | undefined>;
  /** Not idempotent: read the change before a retry. Rejects where the airline may have taken the answer. */
  acceptAirlineChange(mode: Mode, changeId: string): Promise<AnswerOutcome>;
  /** The airline's offers for other flights; none when it has none. */
  requestChangeOffers(
    mode: Mode,
    orderId: string,
    change: WantedChange,
  ): Promise<{ kind: 'succeeded'; offers: ChangeOffer[] } | Refusal>;
  /** `infants` are the passengers without a seat, of whose bags a fare says nothing. */
  getChangeOffer(
    mode: Mode,
    offerId: string,
    infants: ReadonlySet<string>,
  ): Promise<{ kind: 'succeeded'; offer: ChangeOffer } | Refusal>;
  /** Does not change the order yet. */
  createOrderChange(mode: Mode, offerId: string): Promise<OrderChangeOutcome>;
  getOrderChange(mode: Mode, changeId: string): Promise<OrderChange>;
  /**
   * Changes the order; an amount above zero is paid from our balance. Not idempotent: read the change before a retry. Rejects where the
   * airline may have changed the order.
   */
  confirmOrderChange(
    mode: Mode,
    change: Pick<OrderChange, 'id' | 'amount' | 'currency'>,
  ): Promise<OrderChangeOutcome>;
  /** Bags that the airline sells for the order now. */
  listExtraBags(mode: Mode, orderId: string): Promise<{ kind: 'succeeded'; bags: BagService[] } | Refusal>;
  /**
   * Adds bags to the order, paid from our balance. Not idempotent: compare the order's services before a retry. Rejects where the airline
   * may have added them.
   */
  addBags(
    mode: Mode,
    orderId: string,
    bags: { id: string; quantity: number }[],
    payment: { amount: string; currency: string },
  ): Promise<AnswerOutcome>;
  /** All orders that were created since then, up to `until`. */
  listOrders(mode: Mode, since: Date, until?: Date): Promise<LedgerOrder[]>;
  /** Requests a cancellation quote. Does not cancel the order. */
  requestCancellation(mode: Mode, orderId: string): Promise<CancellationOutcome>;
  getCancellation(mode: Mode, cancellationId: string): Promise<ProviderCancellation>;
  /** Cancels the order. Check with `getCancellation` before a retry. Rejects where the airline may have cancelled it. */
  confirmCancellation(mode: Mode, cancellationId: string): Promise<CancellationOutcome>;
  /** Undefined unless the body is signed with the secret of the event's mode, and null where it is no event. (CARE-04) */
  parseWebhook(body: string, signature: string): OrderEvent | null | undefined;
}

export interface OrderEvent {
  id: string;
  mode: Mode;
  type: string;
  /** The id in the order's metadata; null when the event does not contain it. */
  bookingId: string | null;
  offerId: string | null;
  /** Set for an event about an existing order, such as a change by the airline. */
  orderId: string | null;
}
