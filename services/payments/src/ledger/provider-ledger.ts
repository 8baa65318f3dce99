/** An intent of the card provider that a payment of ours created. Amounts are in ISO 4217 minor units. */
export interface LedgerIntent {
  id: string;
  paymentId: string;
  state: 'incomplete' | 'authorised' | 'captured' | 'voided';
  receivedMinor: number;
  /** ISO 4217 code in capitals. */
  currency: string;
}

/** A refund. Those that a person made at the provider have no metadata of ours, so it is known by its intent. */
export interface LedgerRefund {
  id: string;
  intentId: string;
  state: 'pending' | 'succeeded' | 'failed';
  minor: number;
  currency: string;
}

export interface LedgerOrder {
  id: string;
  bookingId: string;
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
