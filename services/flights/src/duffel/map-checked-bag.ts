import { formatMinor, type BagService, type CheckedBag } from '@fareline/contracts';
import { amountSchema } from '@fareline/contracts/schemas';
import { priceBags } from '../pricing/price-bags.ts';
import { countIncludedBags, mapIncludedBags, seatedPassengerIds } from './included-bags.ts';
import { mapBags } from './map-bags.ts';
import type { RawOffer } from './raw-offer.ts';

const unknownBag: CheckedBag = { status: 'unknown', total_amount: null };

/** The bags at their price, counted as checkout counts them. (EXTRA-03) */
function sumPrices(bags: readonly BagService[], { total_currency: currency }: RawOffer): number {
  const selections = bags.map(({ id, passenger_ids }) => ({
    serviceId: id,
    passengerId: passenger_ids[0] ?? '',
    quantity: 1,
  }));
  return priceBags(bags, selections, currency).totalMinor;
}

/**
 * The bags with the lowest price for one traveller: one for the whole itinerary or one for each slice, where segments on which the
 * traveller has a bag already need none. Undefined if one is not sold.
 */
function cheapestBags(
  offer: RawOffer,
  bags: readonly BagService[],
  traveller: string,
): BagService[] | undefined {
  const slices = offer.slices
    .map(({ segments }) =>
      segments
        .filter((segment) => countIncludedBags(segment, traveller, 'checked') === 0)
        .map(({ id }) => id),
    )
    .filter(({ length }) => length > 0);
  const findCheapest = (segmentIds: readonly string[]) =>
    bags
      .filter(
        ({ type, passenger_ids, segment_ids }) =>
          type === 'baggage' &&
          passenger_ids.includes(traveller) &&
          segmentIds.every((id) => segment_ids.includes(id)),
      )
      .sort((one, other) => sumPrices([one], offer) - sumPrices([other], offer))[0];
  const forItinerary = findCheapest(slices.flat());
  const bySlice = slices.flatMap((segmentIds) => findCheapest(segmentIds) ?? []);
  if (bySlice.length < slices.length) return undefined;
  if (!forItinerary || slices.length === 0) return bySlice;
  return sumPrices([forItinerary], offer) < sumPrices(bySlice, offer) ? [forItinerary] : bySlice;
}

/**
 * A checked bag for every traveller with a seat, on every segment: included, else the sum of the lowest prices of those who
 * have none, which is what checkout takes for these bags.
 * Unknown if one of them has no price, or the sum is too long to be an amount; offers of a search never have bag prices. (EXTRA-03, MONEY-06)
 */
export function mapCheckedBag(offer: RawOffer): CheckedBag {
  if (mapIncludedBags(offer).checked > 0) return { status: 'included', total_amount: null };
  const bags = mapBags(offer);
  const chosen = new Set<BagService>();
  for (const traveller of seatedPassengerIds(offer)) {
    const cheapest = cheapestBags(offer, bags, traveller);
    if (!cheapest) return unknownBag;
    // One that is sold to several travellers together is bought once.
    for (const bag of cheapest) chosen.add(bag);
  }
  const total = sumPrices([...chosen], offer);
  const sum = amountSchema.safeParse(formatMinor(total, offer.total_currency));
  return sum.success ? { status: 'paid', total_amount: sum.data } : unknownBag;
}
