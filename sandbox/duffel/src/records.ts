import type {
  CabinClass,
  CreateOrderChangeRequest,
  Offer,
  Order,
  OrderCancellation,
  OrderChange,
  FlightsConditions,
  OrderChangeOffer,
} from '@duffel/api/types';
import type { PassengerType } from './flights/fares.ts';
import type { ResultOverrides } from './offers/result-overrides.ts';
import type { Search } from './flights/offer-drafts.ts';

/** The stored form of a search. Its offers are not stored, because they can always be generated again from it. */
export interface OfferRequestRecord {
  id: string;
  created_at: string;
  live_mode: boolean;
  cabin_class: CabinClass | null;
  search: Search;
  passengers: RequestPassenger[];
  /** Overrides that a test requested for the results of this search. */
  resultOverrides?: ResultOverrides;
}

export interface RequestPassenger {
  id: string;
  type: PassengerType;
  age: number | null;
  given_name: string | null;
  family_name: string | null;
  fare_type: null;
  user_id: null;
  loyalty_programme_accounts: { account_number: string; airline_iata_code: string }[];
}

/** An offer as it appears in a list; services are only in the response for a single offer. */
export type ListedOffer = Omit<Offer, 'available_services' | 'passengers'> & {
  passengers: RequestPassenger[];
  available_services: null;
  payment_requirements: Offer['payment_requirements'];
};

/** A bag that is sold out, or its new price. */
export interface BagChange {
  sold_out?: true | undefined;
  total_amount?: string | undefined;
}

/** Changes to one offer since its search. */
export interface OfferOverride {
  id: string;
  expired?: boolean;
  unavailable?: boolean;
  /** The airline's current price; `seen` is true once a response has contained it. */
  total_amount?: string;
  /** The name of its current fare. */
  fare_brand_name?: string;
  seen?: boolean;
  /** What the airline changed of the bags that it sells, by service id. */
  bags?: Record<string, BagChange>;
  reads?: number;
}

/** An order as it is sent, with the fields that Duffel sends but the SDK's types omit. */
export interface OrderWire extends Omit<Order, 'payment_status' | 'cancelled_at' | 'passengers'> {
  passengers: OrderWirePassenger[];
  cancelled_at: string | null;
  payment_status: {
    awaiting_payment: boolean;
    payment_required_by: string | null;
    price_guarantee_expires_at: string | null;
    paid_at: string | null;
  };
  offer_id: string;
  type: 'instant';
  booking_references: { booking_reference: string; carrier: Order['owner'] }[];
  users: string[];
  changes: string[];
  void_window_ends_at: string | null;
}

export type OrderWirePassenger = Order['passengers'][number] & { user_id: string | null };

export interface OrderRecord {
  id: string;
  offer_id: string;
  offer_request_id: string;
  order: OrderWire;
  /** What its flights cost, without extras and fees. */
  flights_cents: number;
  /** How many slices are flown whatever the clock says, counted from the first. */
  flown_slices?: number;
  /** What the airline changed of the bags that it sells for the order, by service id. */
  bags?: Record<string, BagChange>;
  /** What the airline asks for the next change of the flights, whatever they cost. */
  change_quote?: ChangeQuote;
}

/** The price of a change and where money comes back, instead of those calculated. */
interface ChangeQuote {
  total_amount?: string | undefined;
  refund_to?: OrderChange['refund_to'] | undefined;
}

export type CancellationWire = Omit<OrderCancellation, 'confirmed_at'> & { confirmed_at: string | null };

export interface CancellationRecord {
  id: string;
  cancellation: CancellationWire;
}

export interface ChangeRequestRecord {
  id: string;
  order_id: string;
  live_mode: boolean;
  created_at: string;
  slices: CreateOrderChangeRequest['slices'];
  offers: ChangeOfferRecord[];
}

/** An offered change of an order, with everything that its confirmation writes into the order. */
export interface ChangeOfferRecord {
  offer: OrderChangeOfferWire;
  order_id: string;
  removed: string[];
  added: OrderWire['slices'];
  /** What the flights of the order cost afterwards, without extras and fees. */
  flights_cents: number;
}

type OrderChangeOfferWire = Omit<OrderChangeOffer, 'order_change_id'> & {
  order_change_id: string | null;
  /** Missing in the SDK's type; of the slices that are added. */
  conditions: FlightsConditions;
};

export interface OrderChangeRecord {
  id: string;
  change_offer_id: string;
  change: OrderChangeWire;
}

type OrderChangeWire = Omit<OrderChange, 'refund_to'> & { refund_to: OrderChange['refund_to'] | null };

/** An attempt to book an offer request, one per offer request. */
export interface AttemptRecord {
  id: string;
  offer_id: string;
  state: 'in_progress' | 'booked';
}
