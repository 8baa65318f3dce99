import type { DisputeState } from '../db/schema.ts';

/** An intent of the card provider that a payment of ours created. Amounts are in ISO 4217 minor units. */
export interface LedgerIntent {
  id: string;
  paymentId: string;
  state: 'incomplete' | 'authorised' | 'captured' | 'voided';
  receivedMinor: number;
  /** ISO 4217 code in capitals. */
  currency: string;
}

/** Whether the card is charged, or held for a charge. */
export const hasMoney = (state: string): boolean => state === 'authorised' || state === 'captured';

export interface LedgerRefund {
  id: string;
  /** Ours, from its metadata; null for a refund that a person made at the provider, which is known by its intent. */
  refundId: string | null;
  intentId: string;
  state: 'pending' | 'succeeded' | 'failed';
  minor: number;
  currency: string;
}

/** A dispute of a captured payment; `open` until it is decided. */
export interface LedgerDispute {
  id: string;
  intentId: string;
  state: DisputeState;
}

export interface LedgerOrder {
  id: string;
  bookingId: string;
  /** Null for an order whose metadata does not state it. */
  paymentId: string | null;
  isCancelled: boolean;
  /** The provider's decimal string. */
  amount: string;
  currency: string;
}

export interface ProviderLedger {
  intents: readonly LedgerIntent[];
  refunds: readonly LedgerRefund[];
  orders: readonly LedgerOrder[];
}
