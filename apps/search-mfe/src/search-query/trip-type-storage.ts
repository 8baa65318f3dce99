import type { TripType } from './search-query.ts';

const key = 'lastTripType';

/** The stored trip type; round-trip if there is none or it cannot be read. (STORE-01, STORE-02) */
export function readTripType(): TripType {
  // Prerendering runs at release time, without a visitor.
  if (typeof window === 'undefined') return 'round-trip';
  try {
    return localStorage.getItem(key) === 'one-way' ? 'one-way' : 'round-trip';
  } catch (error) {
    console.warn('The last trip type could not be read', error);
    return 'round-trip';
  }
}

/** Stores the trip type; a failed write is logged and otherwise ignored. (STORE-01, STORE-02) */
export function saveTripType(tripType: TripType): void {
  try {
    localStorage.setItem(key, tripType);
  } catch (error) {
    console.warn('The last trip type could not be saved', error);
  }
}
