import { durationMinutes, parseMinor, type Carrier, type Offer, type Slice } from '@fareline/contracts';

const fallbackCurrency = 'USD';

/** The price in minor units, for sorting; a price that cannot be parsed is sorted last. */
export function getPriceMinor(offer: Offer): number {
  return parseMinor(offer.total_amount, offer.total_currency || fallbackCurrency) ?? Number.MAX_SAFE_INTEGER;
}

/** The price in whole units, for the price slider with its steps of ten. */
export const getPriceInWholeUnits = (offer: Offer): number => Number(offer.total_amount);

export const countStops = (slice: Slice): number => Math.max(0, slice.segments.length - 1);

/** IATA codes of the airports between the segments, in order. */
export const getStopCodes = (slice: Slice): string[] =>
  slice.segments.slice(0, -1).map((segment) => segment.destination.iata_code ?? 'N/A');

/** The duration of all slices in minutes; an unknown one is sorted last. */
export function getTotalMinutes(offer: Offer): number {
  return offer.slices.reduce((sum, slice) => sum + (durationMinutes(slice.duration) ?? 100_000), 0);
}

/** The distinct marketing carriers of all segments. */
export function getMarketingCarriers(offer: Offer): Carrier[] {
  const found = new Map<string, Carrier>();
  for (const slice of offer.slices) {
    for (const { marketing_carrier } of slice.segments) {
      const key = marketing_carrier.iata_code ?? marketing_carrier.name;
      if (key) found.set(key, marketing_carrier);
    }
  }
  return [...found.values()];
}

/** Whether the outbound slice has a segment. (CARD-09) */
export const hasOutbound = (offer: Offer): boolean => (offer.slices[0]?.segments.length ?? 0) > 0;

export function isExpired(offer: Offer, now: number): boolean {
  const expiry = Date.parse(offer.expires_at);
  return Number.isFinite(expiry) && expiry <= now;
}

/** Whether such a bag is included for every traveller with a seat on every segment. (FILTER-14) */
export const includesBag = (offer: Offer, type: 'baggage' | 'cabin_bag'): boolean =>
  offer.available_services.some(
    (service) => service.type === type && service.total_amount !== null && Number(service.total_amount) === 0,
  );
