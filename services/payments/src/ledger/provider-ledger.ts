import type { DisputeState } from '../db/schema.ts';

/** An intent of the card provider. Amounts are in ISO 4217 minor units. */
export interface LedgerIntent {
  id: string;
  /** Ours, from its metadata; null for one that no payment of ours created. */
  paymentId: string | null;
  /** From its metadata: the booking that is changed; null for an offer, which has no booking yet. */
  bookingId: string | null;
  state: 'incomplete' | 'authorised' | 'captured' | 'voided';
  receivedMinor: number;
  /** ISO 4217 code in capitals. */
  currency: string;
  createdAt: Date;
}

/** Whether an amount is captured, or authorised. */
export const hasMoney = (state: string): boolean => state === 'authorised' || state === 'captured';

export interface LedgerRefund {
  id: string;
  /** Ours, from its metadata; null for a refund that a person made at the provider, which is known by its intent. */
  refundId: string | null;
  /** What was written to it when we made it. */
  metadata: Record<string, string>;
  intentId: string;
  state: 'pending' | 'succeeded' | 'failed';
  minor: number;
  currency: string;
  createdAt: Date;
}

/** An intent with all its refunds. */
export interface LedgerCharge {
  intent: LedgerIntent;
  /** Null when it is not known. */
  card: { brand: string; last4: string } | null;
  /** What was written to it when the card was authorised. */
  metadata: Record<string, string>;
  refunds: readonly LedgerRefund[];
}

/** A dispute of a captured payment; `open` until it is decided. */
export interface LedgerDispute {
  id: string;
  intentId: string;
  state: DisputeState;
  minor: number;
  currency: string;
  createdAt: Date;
}

export interface LedgerOrder {
  id: string;
  /** Both ids are from its metadata; null for an order of another system. */
  bookingId: string | null;
  paymentId: string | null;
  isCancelled: boolean;
  /** The provider's decimal string. */
  amount: string;
  currency: string;
  createdAt: Date;
}

export interface ProviderLedger {
  intents: readonly LedgerIntent[];
  refunds: readonly LedgerRefund[];
  disputes: readonly LedgerDispute[];
  orders: readonly LedgerOrder[];
}
