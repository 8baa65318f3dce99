import type { Offer } from '@fareline/contracts';
import { useState } from 'react';
import { getCheapestFare, type Itinerary } from '../../offers/itineraries.ts';

/**
 * Offer ids by itinerary key, kept outside the component because the virtual list unmounts cards that are out of view, and Back
 * mounts the list again.
 */
const chosenIds = new Map<string, string>();

/** The chosen fare of an itinerary; the cheapest one until another is chosen, and while filters exclude the chosen one. (LIST-02) */
export function useChosenFare({ key, fares }: Itinerary, withBag: boolean) {
  const [id, setId] = useState(() => chosenIds.get(key));
  const fare: Offer = fares.find((each) => each.id === id) ?? getCheapestFare(fares, withBag);
  const choose = (chosenId: string) => {
    chosenIds.set(key, chosenId);
    setId(chosenId);
  };
  return [fare, choose] as const;
}
