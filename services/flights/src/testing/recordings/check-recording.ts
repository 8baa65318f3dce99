import { mapOffer } from '../../duffel/map-offer.ts';
import { mapSeatMaps } from '../../duffel/map-seat-maps.ts';
import { expectedOffer } from './expected-offer.ts';
import { expectedSeatRows, listMisnumberedRows, shownSeatRows } from './seat-rows.ts';
import { shownOffer } from './shown-offer.ts';
import type { WireOffer, WireSeatMap } from './wire.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The values that differ, as "slices.0.fare: expected X, shown Y". */
export function listDifferences(expected: unknown, shown: unknown, path = ''): string[] {
  if (isObject(expected) && isObject(shown)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(shown)]);
    return [...keys].flatMap((key) =>
      listDifferences(expected[key], shown[key], path ? `${path}.${key}` : key),
    );
  }
  if (Object.is(expected, shown)) return [];
  return [`${path}: expected ${JSON.stringify(expected)}, shown ${JSON.stringify(shown)}`];
}

/** Maps a recorded offer and lists what would be shown differently from what the provider said. */
export function checkOffer(recorded: WireOffer): string[] {
  const mapped = mapOffer(recorded);
  if (!mapped.ok) return [`rejected: ${mapped.reason}`];
  return listDifferences(expectedOffer(recorded), shownOffer(mapped.value));
}

/** The same for recorded seat maps. */
export function checkSeatMaps(recorded: readonly WireSeatMap[]): string[] {
  const rejected: string[] = [];
  const maps = mapSeatMaps(recorded, (reason) => rejected.push(`rejected: ${reason}`));
  const misnumbered = listMisnumberedRows(maps).map((number) => `row ${number}: wrong number`);
  return [...rejected, ...misnumbered, ...listDifferences(expectedSeatRows(recorded), shownSeatRows(maps))];
}
