import type { BrandPricing } from '../pricing/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import type { OfferExtrasDeps } from './offer-extras.ts';
import type { SeatMaps } from './seat-maps.ts';
import type { WatchedOffers } from './watched-offers.ts';

/** Dependencies of the offer routes. */
export interface OfferRouteDeps extends OfferExtrasDeps {
  brands: BrandPricing;
  mode: SystemMode;
  watchedOffers: WatchedOffers;
  seatMaps: SeatMaps;
}
