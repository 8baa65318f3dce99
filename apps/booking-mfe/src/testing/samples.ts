import type { BagService, Offer, SeatMap } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { addDays, today } from '@fareline/presentation/formats';
import type { NumberedSeat } from '../seats/cabin-layout.ts';

/** A slice that departs late enough for every rule about the days before departure. */
const sliceInDays = (from: string, to: string, days: number) => {
  const day = addDays(today(), days);
  return sampleSlice(from, to, {
    departs: `${day}T09:05:00`,
    arrives: `${day}T10:30:00`,
    duration: 'PT1H25M',
  });
};

/** Domestic one-way offer for one adult, as the refresh of the cached offer returns it. */
export const oneAdultOffer = (changes: Partial<Offer> = {}): Offer =>
  sampleOffer({
    id: 'off_fresh',
    slices: [sliceInDays('JFK', 'BOS', 60)],
    conditions: sampleConditions({ refundable: true }),
    ...changes,
  });

/** One-way offer for one adult from the US to the UK. */
export const internationalOffer = (): Offer => oneAdultOffer({ slices: [sliceInDays('JFK', 'LHR', 60)] });

export const roundTripSlices = () => [sliceInDays('JFK', 'BOS', 60), sliceInDays('BOS', 'JFK', 70)];

/** A checked bag for the only adult on a slice, 35.00 each and two at most. */
export const sampleBag = (offer: Offer, slice: number, changes: Partial<BagService> = {}): BagService => ({
  id: `bag_${slice}`,
  type: 'baggage',
  weight_kg: 23,
  passenger_ids: ['pas_1'],
  segment_ids: offer.slices[slice]?.segments.map(({ id }) => id) ?? [],
  max_quantity: 2,
  total_amount: '35.00',
  total_currency: 'USD',
  ...changes,
});

/** Two adults and an infant. */
export const familyPassengers: Offer['passengers'] = [
  { id: 'pas_1', type: 'adult' },
  { id: 'pas_2', type: 'adult' },
  { id: 'pas_3', type: 'infant_without_seat' },
];

export function seat(
  designator: string,
  segmentId: string,
  available: boolean | undefined,
  amount: string,
): NumberedSeat {
  return {
    type: 'seat',
    designator,
    available,
    name: null,
    disclosures: [],
    available_services:
      available === false
        ? []
        : ['pas_1', 'pas_2'].map((passenger_id) => ({
            id: `${segmentId}_${designator}_${passenger_id}`,
            passenger_id,
            total_amount: amount,
            total_currency: 'USD',
          })),
  };
}

/** Two rows of two and two seats: 1B is not available, 1A costs 20.00, column D is free, the others cost 12.25. */
export function sampleSeatMap(segmentId: string): SeatMap {
  const row = (number: number) => ({
    number,
    sections: [
      {
        elements: [
          seat(`${number}A`, segmentId, true, number === 1 ? '20.00' : '12.25'),
          seat(`${number}B`, segmentId, number !== 1, '12.25'),
        ],
      },
      {
        elements: [
          seat(`${number}C`, segmentId, undefined, '12.25'),
          seat(`${number}D`, segmentId, true, '0.00'),
        ],
      },
    ],
  });
  return {
    id: `map_${segmentId}`,
    slice_id: 'sli_JFK_BOS',
    segment_id: segmentId,
    cabins: [
      {
        cabin_class: 'economy',
        deck_configuration: { deck: 0, aisles: 1 },
        wings: { first_row_index: 1, last_row_index: 1 },
        rows: [row(1), row(2)],
      },
    ],
  };
}
