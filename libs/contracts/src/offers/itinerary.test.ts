import { expect, it } from 'vitest';
import { sampleCarrier, sampleOffer, sampleSlice } from '../testing/index.ts';
import { getItineraryKey } from './itinerary.ts';
import type { Offer } from './offer.schema.ts';

const roundTrip = () => sampleOffer({ slices: [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', 'LHR')] });

/** A round trip after a change of the last segment of its return. */
function changed(change: (segment: Offer['slices'][number]['segments'][number]) => void): Offer {
  const offer = roundTrip();
  change(offer.slices[1]!.segments[0]!);
  return offer;
}

it('[LIST-02] is equal for fares of the same flights, with other ids, prices and fare names', () => {
  const other = changed((segment) => (segment.id = 'seg_other'));
  other.id = 'off_2';
  other.total_amount = '900.00';
  other.slices[0]!.id = 'sli_other';
  other.slices[0]!.fare_brand_name = 'Flex';
  expect(getItineraryKey(other)).toBe(getItineraryKey(roundTrip()));
});

it.each<[string, Parameters<typeof changed>[0]]>([
  ['flight number', (segment) => (segment.flight_number = 'BA999')],
  ['departure', (segment) => (segment.departing_at = '2026-12-05T09:05:00')],
  ['arrival', (segment) => (segment.arriving_at = '2026-12-06T17:30:00')],
  ['origin', (segment) => (segment.origin.iata_code = 'EWR')],
  ['destination', (segment) => (segment.destination.iata_code = 'LGW')],
])('[LIST-02] differs with another %s on the return', (_, change) => {
  expect(getItineraryKey(changed(change))).not.toBe(getItineraryKey(roundTrip()));
});

it('[LIST-02] tells airlines apart whose flights have no number', () => {
  const without = (code: string) =>
    changed((segment) => {
      segment.flight_number = null;
      segment.marketing_carrier = sampleCarrier(code);
    });
  expect(getItineraryKey(without('BA'))).toBe(getItineraryKey(without('BA')));
  expect(getItineraryKey(without('BA'))).not.toBe(getItineraryKey(without('AA')));
});
