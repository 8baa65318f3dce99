import { formatMinor, type CheckedBag } from '@fareline/contracts';
import { amountSchema } from '@fareline/contracts/schemas';
import { parseExtraPrice } from './extra-price.ts';
import { countIncludedBags, mapIncludedBags, seatedPassengerIds } from './included-bags.ts';
import type { RawOffer, RawService } from './raw-offer.ts';

const unknownBag: CheckedBag = { status: 'unknown', total_amount: null };

/** Lowest price of one bag for this traveller that is valid on all of these segments, in minor units. */
function cheapestBagPrice(
  offer: RawOffer,
  traveller: string,
  segmentIds: readonly string[],
): number | undefined {
  const prices = offer.available_services
    .filter((service): service is RawService => service?.type === 'baggage')
    .filter(
      ({ metadata, passenger_ids, segment_ids }) =>
        metadata?.type === 'checked' &&
        passenger_ids.includes(traveller) &&
        segmentIds.every((id) => segment_ids.includes(id)),
    )
    .flatMap(({ total_amount, total_currency }) =>
      total_currency === offer.total_currency ? (parseExtraPrice(total_amount, total_currency) ?? []) : [],
    );
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/**
 * Lowest price for one traveller, in minor units: one bag for the whole itinerary or one for each slice, where segments on which
 * the traveller has a bag already need none.
 */
function travellerBagPrice(offer: RawOffer, traveller: string): number | undefined {
  const slices = offer.slices.map(({ segments }) =>
    segments.filter((segment) => countIncludedBags(segment, traveller, 'checked') === 0).map(({ id }) => id),
  );
  const itineraryPrice = cheapestBagPrice(offer, traveller, slices.flat());
  let total = 0;
  for (const segmentIds of slices.filter(({ length }) => length > 0)) {
    const price = cheapestBagPrice(offer, traveller, segmentIds);
    if (price === undefined) return undefined;
    total += price;
  }
  return itineraryPrice === undefined ? total : Math.min(itineraryPrice, total);
}

/**
 * A checked bag for every traveller with a seat, on every segment: included, else the sum of the lowest prices of those who
 * have none.
 * Unknown if one of them has no price, or the sum is too long to be an amount; offers of a search never have bag prices. (D40, MONEY-06)
 */
export function mapCheckedBag(offer: RawOffer): CheckedBag {
  if (mapIncludedBags(offer).checked > 0) return { status: 'included', total_amount: null };
  let total = 0;
  for (const traveller of seatedPassengerIds(offer)) {
    const price = travellerBagPrice(offer, traveller);
    if (price === undefined) return unknownBag;
    total += price;
  }
  const sum = amountSchema.safeParse(formatMinor(total, offer.total_currency));
  return sum.success ? { status: 'paid', total_amount: sum.data } : unknownBag;
}
