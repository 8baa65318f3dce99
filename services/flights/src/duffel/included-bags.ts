import type { RawOffer, RawSegment } from './raw-offer.ts';

/** The provider's name of a bag, and ours: 'Baggage Included' speaks of a checked bag only. (FILTER-14, D63) */
export const bagTypes = [
  { raw: 'carry_on', type: 'cabin_bag', word: 'cabin' },
  { raw: 'checked', type: 'baggage', word: 'checked' },
] as const;

/** Travellers with a seat: an infant on a lap needs no bag of its own. */
export const seatedPassengerIds = (offer: RawOffer): string[] =>
  offer.passengers.filter(({ type }) => type !== 'infant_without_seat').map(({ id }) => id);

/** How many bags of the provider's `type` each traveller with a seat has on each of these flights; 0 where one is not told of. (D40) */
export function includedQuantity(offer: RawOffer, segments: readonly RawSegment[], type: string): number {
  const quantities = segments.flatMap(({ passengers }) =>
    seatedPassengerIds(offer).map((id) => {
      const told = passengers.find(({ passenger_id }) => !passenger_id || passenger_id === id);
      const bags = told?.baggages.filter((bag) => bag.type === type) ?? [];
      return bags.reduce((sum, { quantity }) => sum + quantity, 0);
    }),
  );
  return quantities.length === 0 ? 0 : Math.min(...quantities);
}
