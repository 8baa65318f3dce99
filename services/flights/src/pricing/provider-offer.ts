import type { Offer } from '@fareline/contracts';

type PriceField =
  | 'total_amount'
  | 'total_currency'
  | 'base_amount'
  | 'base_currency'
  | 'tax_amount'
  | 'tax_currency';

/** The provider's price in minor units; never sent to browsers. (MONEY-05) */
export interface ProviderPrice {
  currency: string;
  /** More than 0: an offer without a positive price is invalid. */
  totalMinor: number;
  taxMinor: number;
}

/** An offer of the provider mapped to our type, without the price for travellers. */
export interface ProviderOffer {
  price: ProviderPrice;
  offer: Omit<Offer, PriceField | 'mode'>;
  /** Equal for two offers of the same flights, cabin, fare, conditions and bags. (PROVIDER-01) */
  fareKey: string;
  /** The expiry of the offer is not the airline's: it is too close to the departure. (DEPART-01) */
  closesBeforeDeparture?: true;
}
