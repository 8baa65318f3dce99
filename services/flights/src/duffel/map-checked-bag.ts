import { formatMinor, parseMinor, type CheckedBag } from '@fareline/contracts';
import { includedQuantity, seatedPassengerIds } from './included-bags.ts';
import type { RawOffer, RawService } from './raw-offer.ts';

const unknown: CheckedBag = { status: 'unknown', total_amount: null };

function isIncluded(offer: RawOffer): boolean {
  const segments = offer.slices.flatMap((slice) => slice.segments);
  return includedQuantity(offer, segments, 'checked') > 0;
}

/** What one bag costs that goes with this traveller on all these flights, in minor units. */
function cheapest(offer: RawOffer, traveller: string, segmentIds: readonly string[]): number | undefined {
  const prices = offer.available_services
    .filter((service): service is RawService => service?.type === 'baggage')
    .filter(
      ({ metadata, passenger_ids, segment_ids }) =>
        metadata?.type === 'checked' &&
        passenger_ids.includes(traveller) &&
        segmentIds.every((id) => segment_ids.includes(id)),
    )
    .flatMap(({ total_amount, total_currency }) =>
      total_amount !== null && total_currency === offer.total_currency
        ? (parseMinor(total_amount, offer.total_currency) ?? [])
        : [],
    );
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** One traveller's bags on all flights: one for the whole journey, or one for each slice; whatever costs less. */
function journeyPrice(offer: RawOffer, traveller: string): number | undefined {
  const slices = offer.slices.map(({ segments }) => segments.map(({ id }) => id));
  const whole = cheapest(offer, traveller, slices.flat());
  let total = 0;
  for (const segmentIds of slices) {
    const price = cheapest(offer, traveller, segmentIds);
    if (price === undefined) return undefined;
    total += price;
  }
  return whole === undefined ? total : Math.min(whole, total);
}

/**
 * A checked bag for everybody with a seat, on every flight: included, else the sum of what each traveller's cost. Unknown
 * where a bag of one of them is not priced; a list never prices any. (D40, MONEY-06)
 */
export function mapCheckedBag(offer: RawOffer): CheckedBag {
  if (isIncluded(offer)) return { status: 'included', total_amount: null };
  let total = 0;
  for (const traveller of seatedPassengerIds(offer)) {
    const price = journeyPrice(offer, traveller);
    if (price === undefined) return unknown;
    total += price;
  }
  return { status: 'paid', total_amount: formatMinor(total, offer.total_currency) };
}
