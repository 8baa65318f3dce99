import type { Mode, Offer, SearchRequest } from '@fareline/contracts';

type PriceField =
  'total_amount' | 'total_currency' | 'base_amount' | 'base_currency' | 'tax_amount' | 'tax_currency';

/** The provider's price in minor units; never sent to browsers. (MONEY-05) */
export interface ProviderPrice {
  currency: string;
  totalMinor: number;
  taxMinor: number;
}

/** An offer of the provider mapped to our type, without the price for travellers. */
export interface ProviderOffer {
  price: ProviderPrice;
  offer: Omit<Offer, PriceField | 'mode'>;
  /** Equal for two offers of the same flights, cabin, fare, conditions and bags. (D33) */
  fareKey: string;
}

/** Price and fare of an offer in the result list. */
export interface ListedPrice {
  price: ProviderPrice;
  /** Fare name of the first slice. */
  fareBrand: string | null;
}

/** An offer as stored in Redis. */
export interface OfferRecord extends ProviderOffer {
  mode: Mode;
  offerRequestId: string;
  /** The search that found it, which is run again for a fresh offer. */
  query: SearchRequest;
  /** True for a cached offer, false for a fresh one. */
  isShared: boolean;
  /** An order was attempted with it, which the provider allows once. */
  isUsed?: true;
  /** True if the paid extras have been loaded. */
  hasServices: boolean;
  /** Set when a cached offer is first reloaded from the provider. */
  listedAs?: ListedPrice;
}
