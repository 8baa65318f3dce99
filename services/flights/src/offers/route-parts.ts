import type { BrandPricing } from '../brands/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import type { OfferWatch } from './offer-watch.ts';
import type { ReadOfferParts } from './read-offer.ts';
import type { SeatMaps } from './seat-maps.ts';

/** What the routes of an offer are made of. */
export interface OfferRouteParts extends ReadOfferParts {
  brands: BrandPricing;
  mode: SystemMode;
  watch: OfferWatch;
  seatMaps: SeatMaps;
}
