import { listLostExtras, type BookingData, type Slice } from '@fareline/contracts';
import { sampleBooking, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import type { ProviderChange } from '../duffel/flight-provider.ts';
import { applyAirlineChange, getAnswerDay } from './airline-change.ts';

const bag = { passenger_id: 'pas_1', type: 'baggage', weight_kg: 23, quantity: 1, amount: '70.00' } as const;
const seat = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0', designator: '12A' };
const booked = {
  ...sampleBooking().bookingData,
  slices: [sampleSlice('JFK', 'LHR')],
  seats: [seat],
  bags: [{ ...bag, segment_ids: ['seg_JFK_LHR_0'] }],
};

/** The order as the airline has it, whose segments have ids of their own. */
const createOrder = (
  slice: Slice,
  airlineChange?: ProviderChange,
): Parameters<typeof applyAirlineChange>[1] => ({
  airlineChange,
  data: {
    ...booked,
    slices: [
      { ...slice, segments: slice.segments.map((segment) => ({ ...segment, id: `${segment.id}_o` })) },
    ],
    seats: [],
    bags: [{ ...bag, amount: '60.00', segment_ids: slice.segments.map(({ id }) => `${id}_o`) }],
  },
});

const now = new Date('2026-11-27T12:00:00Z');
const change = (id: string, values: Partial<ProviderChange> = {}): ProviderChange => ({
  ...{ id, actions: ['accept', 'cancel'], isCancelled: false, answeredAt: null },
  ...values,
});
const later = (arrives: string) => sampleSlice('JFK', 'LHR', { arrives });
const [first, second] = ['2026-12-05T18:00:00', '2026-12-05T19:00:00'] as const;
const answered = (data: BookingData): BookingData => ({
  ...data,
  ...(data.airline_change && { airline_change: { ...data.airline_change, answered_at: now.toISOString() } }),
});
const apply = (data: BookingData, order: Parameters<typeof applyAirlineChange>[1]): BookingData => {
  const changed = applyAirlineChange(data, order, now);
  if (!changed) throw new Error('nothing has changed');
  return changed;
};

it('[TRIP-05] finds no change in the same flights', () => {
  expect(applyAirlineChange(booked, createOrder(sampleSlice('JFK', 'LHR')), now)).toBeUndefined();
});

it('[TRIP-05] keeps seats, bags and those before at other times of the same flights', () => {
  const arrives = '2026-12-05T18:00:00';
  const changed = applyAirlineChange(booked, createOrder(later(arrives)), now);
  expect(changed).toMatchObject({ seats: booked.seats, bags: booked.bags, earlier_slices: booked.slices });
  expect(changed?.slices[0]).toMatchObject({
    ...{ id: 'sli_JFK_LHR', arrival_time: arrives, fare_brand_name: 'Basic' },
    segments: [{ id: 'seg_JFK_LHR_0', arriving_at: arrives }],
  });
});

it('[TRIP-05] takes over another route with its seats, and where the bags are carried at the price that was paid', () => {
  const changed = applyAirlineChange(booked, createOrder(sampleSlice('JFK', 'LHR', { stops: ['BOS'] })), now);
  expect(changed?.slices[0]?.segments.map(({ id }) => id)).toEqual(['seg_JFK_LHR_0_o', 'seg_JFK_LHR_1_o']);
  expect(changed).toMatchObject({ earlier_slices: booked.slices });
  expect(changed?.bags).toEqual([{ ...bag, segment_ids: ['seg_JFK_LHR_0_o', 'seg_JFK_LHR_1_o'] }]);
});

it('[RULE-02] keeps seats and bags that the order does not have on another route, without flights, and no seat that the airline has moved', () => {
  const order = createOrder(sampleSlice('JFK', 'LHR', { stops: ['BOS'] }));
  const lost = apply(booked, { ...order, data: { ...order.data, bags: [] } });
  expect(lost.seats).toEqual([seat]);
  expect(listLostExtras(lost)).toEqual({ seats: [seat], bags: [{ ...bag, segment_ids: [] }] });
  const moved = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0_o', designator: '14C' };
  const kept = apply(booked, { ...order, data: { ...order.data, seats: [moved] } });
  expect(kept.seats).toEqual([moved]);
  expect(listLostExtras(kept)).toEqual({ seats: [], bags: [] });
});

describe('[RULE-02] another route in one direction', () => {
  const price = '29.00';
  const both = ['seg_JFK_LHR_0', 'seg_LHR_JFK_0'] as const;
  const roundTrip = {
    ...booked,
    slices: [sampleSlice('JFK', 'LHR'), sampleSlice('LHR', 'JFK')],
    seats: both.map((segment_id) => ({ ...seat, segment_id, amount: price })),
    bags: both.map((id) => ({ ...bag, segment_ids: [id] })),
  };
  const order = createOrder(sampleSlice('JFK', 'LHR', { stops: ['BOS'] }));
  const [back] = createOrder(sampleSlice('LHR', 'JFK')).data.slices;
  const seats = [{ passenger_id: 'pas_1', segment_id: 'seg_LHR_JFK_0_o', designator: '12A' }];
  const returnBag = { ...bag, segment_ids: ['seg_LHR_JFK_0_o'] };
  const changeOutbound = (bags: BookingData['bags']) =>
    apply(roundTrip, {
      ...order,
      data: { ...order.data, slices: [...order.data.slices, back!], seats, bags },
    });

  it('leaves the other flights with their seats and what was paid for them, and says which seat is lost', () => {
    const changed = changeOutbound([...order.data.bags, returnBag]);
    expect(changed.slices[1]).toEqual(roundTrip.slices[1]);
    expect(changed.seats).toEqual(roundTrip.seats);
    expect(listLostExtras(changed)).toEqual({ seats: [roundTrip.seats[0]], bags: [] });
  });

  it('leaves each bag in its direction', () => {
    expect(changeOutbound([...order.data.bags, returnBag]).bags).toEqual([
      { ...bag, segment_ids: ['seg_JFK_LHR_0_o', 'seg_JFK_LHR_1_o'] },
      roundTrip.bags[1],
    ]);
  });

  it('says which bag is lost, until the airline has it again', () => {
    const changed = changeOutbound([returnBag]);
    expect(changed.bags).toEqual([{ ...bag, segment_ids: [] }, roundTrip.bags[1]]);
    const direct = createOrder(sampleSlice('JFK', 'LHR')).data;
    const again = apply(changed, {
      airlineChange: undefined,
      data: { ...direct, slices: [...direct.slices, back!], seats, bags: [...direct.bags, returnBag] },
    });
    expect(again.bags).toEqual([{ ...bag, segment_ids: ['seg_JFK_LHR_0_o'] }, roundTrip.bags[1]]);
  });
});

it('[TRIP-05] asks for an answer to a change, also of flights that are not flown', () => {
  const cancelled = createOrder(sampleSlice('JFK', 'LHR'), change('aic_1', { isCancelled: true }));
  expect(apply(booked, cancelled).airline_change).toEqual({
    ...{ id: 'aic_1', actions: ['accept', 'cancel'], is_cancelled: true, answered_at: null },
    answer_by: getAnswerDay(booked.slices, now),
  });
  expect(apply(booked, cancelled)).not.toHaveProperty('earlier_slices');
});

it('[TRIP-05] changes nothing when a change is read again, and knows when it was answered elsewhere', () => {
  const once = apply(booked, createOrder(later(first), change('aic_1')));
  expect(applyAirlineChange(once, createOrder(later(first), change('aic_1')), now)).toBeUndefined();
  const answeredAt = new Date('2026-11-28T09:00:00Z');
  const elsewhere = apply(once, createOrder(later(first), change('aic_1', { answeredAt })));
  expect(elsewhere).toMatchObject({
    earlier_slices: booked.slices,
    airline_change: { ...once.airline_change, answered_at: answeredAt.toISOString() },
  });
  const order = createOrder(later(first), change('aic_1', { answeredAt, actions: [] }));
  expect(applyAirlineChange(elsewhere, order, now)).toBeUndefined();
  // The provider says so later than the booking was told.
  expect(applyAirlineChange(answered(once), createOrder(later(first), change('aic_1')), now)).toBeUndefined();
});

it('[TRIP-05] shows a second change against the flights that the traveller has agreed to', () => {
  const once = apply(booked, createOrder(later(first), change('aic_1')));
  const open = apply(once, createOrder(later(second), change('aic_2')));
  expect(open).toMatchObject({ earlier_slices: booked.slices, airline_change: { id: 'aic_2' } });
  const accepted = apply(answered(once), createOrder(later(second), change('aic_2')));
  expect(accepted.earlier_slices).toEqual(once.slices);
  expect(accepted.airline_change).toMatchObject({ id: 'aic_2', answered_at: null });
});

it('[TRIP-05] has nothing to compare once the airline is back at the flights that were booked', () => {
  const once = apply(booked, createOrder(later(first), change('aic_1')));
  const back = apply(once, createOrder(sampleSlice('JFK', 'LHR'), change('aic_2')));
  expect(back).not.toHaveProperty('earlier_slices');
  expect(back.airline_change?.id).toBe('aic_2');
});

const departing = (day: string) => [sampleSlice('JFK', 'LHR', { departs: `${day}T20:00:00` })];

it.each([
  ['in a month', '2026-12-27', '2026-12-04'],
  ['in five days', '2026-12-02', '2026-12-01'],
  ['tomorrow', '2026-11-28', '2026-11-27'],
  ['today', '2026-11-27', '2026-11-27'],
  ['past', '2026-11-20', '2026-11-27'],
])(
  '[TRIP-05] asks for an answer in a week, and before the day of a flight that is %s',
  (_, day, expected) => {
    expect(getAnswerDay(departing(day), now)).toBe(expected);
  },
);

it('[TRIP-05] counts the days of an answer where the flight departs', () => {
  expect(getAnswerDay(departing('2026-12-27'), new Date('2026-11-28T03:00:00Z'))).toBe('2026-12-04');
});
