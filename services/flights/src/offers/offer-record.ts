import type { Mode, Offer, SearchRequest } from '@fareline/contracts';

type PriceField =
  'total_amount' | 'total_currency' | 'base_amount' | 'base_currency' | 'tax_amount' | 'tax_currency';

/** What the provider asks, in minor units. Stays on the server. (MONEY-05) */
export interface ProviderPrice {
  currency: string;
  totalMinor: number;
  taxMinor: number;
}

/** An offer as the provider's door hands it out: our shape, without a price for travellers. */
export interface ProviderOffer {
  price: ProviderPrice;
  offer: Omit<Offer, PriceField | 'mode'>;
  /** Equal for two offers of the same flights, cabin, fare, conditions and bags. (D33) */
  fareKey: string;
}

/** What the list showed of an offer. */
export interface ListedPrice {
  price: ProviderPrice;
  /** Of the first slice. */
  fareBrand: string | null;
}

/** An offer as it is stored. */
export interface OfferRecord extends ProviderOffer {
  mode: Mode;
  offerRequestId: string;
  /** What was searched for; asked again for an offer of one's own. */
  query: SearchRequest;
  /** Out of a search that many visitors see. */
  isShared: boolean;
  /** An order was tried with it, which the provider allows once. */
  isUsed?: true;
  /** Whether the paid services have been asked for. */
  hasServices: boolean;
  /** Kept from the first time that a shared offer is asked about. */
  listedAs?: ListedPrice;
}
