import { describe, expect, it } from 'vitest';
import { familyPassengers, sampleSeatMap, seat } from '../testing/samples.ts';
import { selectSeat, findSegmentsWithoutSeats, needsSeat, nextPassenger, type Seat } from './selection.ts';

const passengers = [
  { id: 'pas_1', letter: 'A', name: 'Ada' },
  { id: 'pas_2', letter: 'B', name: 'Bo' },
];
const seatAt = (designator: string, segmentId = 'seg'): Seat => ({
  segmentId,
  cabinClass: 'economy',
  element: seat(designator, segmentId, true, '12.25'),
});
const select = (seats: Parameters<typeof selectSeat>[0], target: Seat, id: string) =>
  selectSeat(seats, target, id, 'USD');

describe('selectSeat', () => {
  it('[SEAT-06] ignores a seat marked as unavailable; an unset value counts as available', () => {
    const selectWith = (available: boolean | undefined) => {
      const one = seatAt('1A');
      return select([], { ...one, element: { ...one.element, available } }, 'pas_1');
    };
    expect(selectWith(false)).toEqual([]);
    expect(selectWith(undefined)).toHaveLength(1);
  });

  it('ignores a seat that the airline does not sell to the passenger', () =>
    expect(select([], seatAt('1A'), 'pas_9')).toEqual([]));

  it('ignores a seat whose price is in another currency than the offer', () =>
    expect(selectSeat([], seatAt('1A'), 'pas_1', 'EUR')).toEqual([]));

  it('[SEAT-13] returns passenger, seat, cabin and price', () =>
    expect(select([], seatAt('1A'), 'pas_2')).toEqual([
      {
        passengerId: 'pas_2',
        seatId: 'seg_1A_pas_2',
        cabinClass: 'economy',
        designator: '1A',
        segmentId: 'seg',
        price: { amount: '12.25', currency: 'USD' },
      },
    ]));

  it('[SEAT-07] moves a passenger to another seat, and deselects a seat on a second click', () => {
    const first = select([], seatAt('1A'), 'pas_1');
    const moved = select(first, seatAt('2A'), 'pas_1');
    expect(moved.map((one) => one.designator)).toEqual(['2A']);
    expect(select(moved, seatAt('2A'), 'pas_1')).toEqual([]);
  });

  it('never assigns one seat to two passengers', () => {
    const seats = select(select([], seatAt('1A'), 'pas_1'), seatAt('1A'), 'pas_2');
    expect(seats.map((one) => one.passengerId)).toEqual(['pas_2']);
  });

  it('[SEAT-07] returns the next passenger without a seat', () => {
    const one = select([], seatAt('1A'), 'pas_1');
    expect(nextPassenger(passengers, one, 'seg', 'pas_1')).toBe('pas_2');
    const both = select(one, seatAt('2A'), 'pas_2');
    expect(nextPassenger(passengers, both, 'seg', 'pas_2')).toBe('pas_2');
  });

  it('[SEAT-07] searches the next passenger after the active one first, then from the start', () => {
    const three = [...passengers, { id: 'pas_3', letter: 'C', name: 'Cy' }];
    expect(nextPassenger(three, [], 'seg', 'pas_1')).toBe('pas_2');
    const second = select([], seatAt('1A'), 'pas_2');
    expect(nextPassenger(three, second, 'seg', 'pas_2')).toBe('pas_3');
    expect(nextPassenger(three, [], 'seg', 'pas_3')).toBe('pas_1');
  });

  it('[SEAT-11] reports a segment on which only one of two passengers has a seat', () =>
    expect(
      findSegmentsWithoutSeats([sampleSeatMap('seg')], passengers, select([], seatAt('1A'), 'pas_1')),
    ).toEqual(['seg']));

  it('[SEAT-11] [SEAT-14] reports each segment with a map on which a passenger has no seat', () => {
    const maps = [sampleSeatMap('seg'), sampleSeatMap('seg2')];
    const onFirst = select(select([], seatAt('1A'), 'pas_1'), seatAt('2A'), 'pas_2');
    expect(findSegmentsWithoutSeats(maps, passengers, [])).toEqual(['seg', 'seg2']);
    expect(findSegmentsWithoutSeats(maps, passengers, onFirst)).toEqual(['seg2']);
    const onSecond = select(onFirst, seatAt('1A', 'seg2'), 'pas_1');
    expect(
      findSegmentsWithoutSeats(maps, passengers, select(onSecond, seatAt('2A', 'seg2'), 'pas_2')),
    ).toEqual([]);
  });

  it('[SEAT-09] needs no seat for a lap infant', () =>
    expect(familyPassengers.filter(needsSeat).map(({ id }) => id)).toEqual(['pas_1', 'pas_2']));
});
