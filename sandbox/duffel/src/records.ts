import type { CabinClass, Offer, Order, OrderCancellation, Payment } from '@duffel/api/types';
import type { PassengerKind } from './flights/fares.ts';
import type { Search } from './flights/drafts.ts';

/** What the sandbox remembers of a search: its offers are made anew from this, always the same. */
export interface OfferRequestRecord {
  id: string;
  created_at: string;
  live_mode: boolean;
  cabin_class: CabinClass | null;
  search: Search;
  passengers: RequestPassenger[];
}

export interface RequestPassenger {
  id: string;
  type: PassengerKind;
  age: number | null;
  given_name: string | null;
  family_name: string | null;
  fare_type: null;
  loyalty_programme_accounts: { account_number: string; airline_iata_code: string }[];
}

/** An offer in a list: the services are only in the answer about a single one. */
export type ListedOffer = Omit<Offer, 'available_services' | 'passengers'> & {
  passengers: RequestPassenger[];
  available_services: null;
  payment_requirements: Offer['payment_requirements'];
};

/** What happened to one offer since it was made. */
export interface OfferOverride {
  id: string;
  expired?: boolean;
  unavailable?: boolean;
  /** The airline's price now; `seen` is whether an answer has shown it. */
  total_amount?: string;
  seen?: boolean;
  reads?: number;
  passengers?: Record<string, Partial<RequestPassenger>>;
}

/** A wire order beyond the SDK's types: real answers carry these too. */
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
  type: 'instant' | 'hold';
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
}

export interface PaymentRecord {
  id: string;
  order_id: string;
  payment: Payment;
}

export interface CancellationRecord {
  id: string;
  cancellation: Omit<OrderCancellation, 'confirmed_at'> & { confirmed_at: string | null };
}

/** An attempt to book an offer request that has not ended yet, or ended without the caller knowing. */
export interface AttemptRecord {
  id: string;
  offer_id: string;
  state: 'under_way' | 'booked';
}
