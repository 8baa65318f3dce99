import type { IncludedBags } from '@fareline/contracts';
import type { RawOffer, RawSegment } from './raw-offer.ts';

/** Bag types of the provider and of our contract; the filter 'Baggage Included' means checked bags only. (FILTER-14) */
export const bagTypes = [
  { raw: 'carry_on', type: 'cabin_bag', word: 'cabin' },
  { raw: 'checked', type: 'baggage', word: 'checked' },
] as const;

/** Passengers with a seat; a lap infant needs no bag. */
export const seatedPassengerIds = (offer: RawOffer): string[] =>
  offer.passengers.filter(({ type }) => type !== 'infant_without_seat').map(({ id }) => id);

/** Number of bags of the provider's `type` that one passenger has on a segment; missing data counts as 0. */
export function countIncludedBags({ passengers }: RawSegment, passengerId: string, type: string): number {
  const passenger = passengers.find(({ passenger_id }) => !passenger_id || passenger_id === passengerId);
  const bags = passenger?.baggages.filter((bag) => bag.type === type) ?? [];
  return bags.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Number of bags of the provider's `type` that every seated passenger has on all of these segments. (PROVIDER-08) */
export function includedQuantity(offer: RawOffer, segments: readonly RawSegment[], type: string): number {
  const quantities = segments.flatMap((segment) =>
    seatedPassengerIds(offer).map((id) => countIncludedBags(segment, id, type)),
  );
  return quantities.length === 0 ? 0 : Math.min(...quantities);
}

/** Number of bags that every seated passenger has on each of these segments, of all slices by default. (PROVIDER-08) */
export function mapIncludedBags(
  offer: RawOffer,
  segments: readonly RawSegment[] = offer.slices.flatMap((slice) => slice.segments),
): IncludedBags {
  return {
    cabin: includedQuantity(offer, segments, 'carry_on'),
    checked: includedQuantity(offer, segments, 'checked'),
  };
}
