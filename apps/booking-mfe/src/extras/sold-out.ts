import type { Offer } from '@fareline/contracts';
import { listBagLines, type ChosenExtras } from './chosen-extras.ts';

/** Names the chosen seats and bags that the airline sold to others. (EXTRA-04) */
export function describeSoldOut(
  offer: Offer,
  { seats, bags }: ChosenExtras,
  serviceIds: readonly string[],
): string[] {
  const lostBags = bags.filter(({ serviceId }) => serviceIds.includes(serviceId));
  return [
    ...seats
      .filter(({ seatId }) => serviceIds.includes(seatId))
      .map(({ designator }) => `seat ${designator ?? ''}`),
    ...listBagLines(offer, lostBags).map(({ label }) => label),
  ];
}
