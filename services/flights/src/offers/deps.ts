import type { BrandPricing } from '../brands/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import type { WatchedOffers } from './watched-offers.ts';
import type { OfferExtrasDeps } from './offer-extras.ts';
import type { SeatMaps } from './seat-maps.ts';

/** What the routes of an offer are made of. */
export interface OfferRouteDeps extends OfferExtrasDeps {
  brands: BrandPricing;
  mode: SystemMode;
  watch: WatchedOffers;
  seatMaps: SeatMaps;
}
