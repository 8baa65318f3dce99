import type { Slice } from '@fareline/contracts';
import { sampleBooking, sampleSlice } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { applyAirlineChange } from './airline-change.ts';

const bag = { passenger_id: 'pas_1', type: 'baggage', weight_kg: 23, quantity: 1, amount: '70.00' } as const;
const seat = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0', designator: '12A' };
const booked = {
  ...sampleBooking().bookingData,
  slices: [sampleSlice('JFK', 'LHR')],
  seats: [seat],
  bags: [{ ...bag, segment_ids: ['seg_JFK_LHR_0'] }],
};

/** The order as the airline has it, whose segments have ids of their own. */
const createOrder = (slice: Slice): BookedOrder['data'] => ({
  ...booked,
  slices: [{ ...slice, segments: slice.segments.map((segment) => ({ ...segment, id: `${segment.id}_o` })) }],
  seats: [],
  bags: [{ ...bag, amount: '60.00', segment_ids: slice.segments.map(({ id }) => `${id}_o`) }],
});

it('[TRIP-05] finds no change in the same flights', () => {
  expect(applyAirlineChange(booked, createOrder(sampleSlice('JFK', 'LHR')))).toBeUndefined();
});

it('[TRIP-05] keeps seats, bags and those before at other times of the same flights', () => {
  const arrives = '2026-12-05T18:00:00';
  const changed = applyAirlineChange(booked, createOrder(sampleSlice('JFK', 'LHR', { arrives })));
  expect(changed).toMatchObject({ seats: booked.seats, bags: booked.bags, earlier_slices: booked.slices });
  expect(changed?.slices[0]).toMatchObject({
    ...{ id: 'sli_JFK_LHR', arrival_time: arrives, fare_brand_name: 'Basic' },
    segments: [{ id: 'seg_JFK_LHR_0', arriving_at: arrives }],
  });
});

it('[TRIP-05] takes over another route with its seats, and where the bags are carried at the price that was paid', () => {
  const changed = applyAirlineChange(booked, createOrder(sampleSlice('JFK', 'LHR', { stops: ['BOS'] })));
  expect(changed?.slices[0]?.segments.map(({ id }) => id)).toEqual(['seg_JFK_LHR_0_o', 'seg_JFK_LHR_1_o']);
  expect(changed).toMatchObject({ seats: [], earlier_slices: booked.slices });
  expect(changed?.bags).toEqual([{ ...bag, segment_ids: ['seg_JFK_LHR_0_o', 'seg_JFK_LHR_1_o'] }]);
});
