import type { TripType } from './search-query.ts';

const key = 'lastTripType';

/** The remembered trip type; round-trip when there is none or it cannot be read. (STORE-01, STORE-02) */
export function readTripType(): TripType {
  // Drawn ahead when the version is released, for no visitor in particular.
  if (typeof window === 'undefined') return 'round-trip';
  try {
    return localStorage.getItem(key) === 'one-way' ? 'one-way' : 'round-trip';
  } catch (error) {
    console.warn('The last trip type could not be read', error);
    return 'round-trip';
  }
}

/** Remembers the trip type; a browser that refuses costs nothing but the memory. (STORE-02) */
export function saveTripType(tripType: TripType): void {
  try {
    localStorage.setItem(key, tripType);
  } catch (error) {
    console.warn('The last trip type could not be saved', error);
  }
}
