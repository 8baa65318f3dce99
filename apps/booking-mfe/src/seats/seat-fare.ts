import type { Offer } from '@fareline/contracts';

/** Neither refund nor changes, in economy: what airlines sell as Basic Economy, whatever they call it. */
const isMostRestricted = ({ conditions, slices }: Pick<Offer, 'conditions' | 'slices'>): boolean =>
  conditions.refundable === false &&
  conditions.changeable === false &&
  slices.every(({ segments }) =>
    segments.every(({ cabin_class: cabin }) => cabin === null || cabin === 'economy'),
  );

/** What the note on seat charges calls the fare. (SEAT-05) */
export function nameSeatFare(offer: Pick<Offer, 'conditions' | 'slices'>): string {
  if (isMostRestricted(offer)) return 'Basic Economy Fare';
  const names = new Set(offer.slices.flatMap(({ fare_brand_name: name }) => name ?? []));
  return names.size > 0 ? `${[...names].join(' and ')} fare` : 'Your fare';
}
