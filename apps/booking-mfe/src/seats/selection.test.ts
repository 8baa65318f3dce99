import { describe, expect, it } from 'vitest';
import { sampleMap, sampleOffer, seat } from '../testing/samples.ts';
import { findNeighbour } from './cabin-layout.ts';
import { selectSeat, findSegmentsWithoutSeats, needsSeat, nextPassenger, type Seat } from './selection.ts';

const people = [
  { id: 'pas_1', letter: 'A', name: 'Ada' },
  { id: 'pas_2', letter: 'B', name: 'Bo' },
];
const at = (designator: string, available: boolean | undefined = true, segmentId = 'seg'): Seat => ({
  segmentId,
  cabinClass: 'economy',
  element: seat(designator, segmentId, available, '12.25'),
});
const choose = (seats: Parameters<typeof selectSeat>[0], place: Seat, id: string) =>
  selectSeat(seats, place, id, 'USD');

describe('choosing seats', () => {
  it('[SEAT-06] does nothing for a seat that is marked unavailable; unset counts as available', () => {
    expect(choose([], at('1A', false), 'pas_1')).toEqual([]);
    expect(choose([], at('1A', undefined), 'pas_1')).toHaveLength(1);
  });

  it('does nothing for a passenger whom the airline does not sell the seat to', () =>
    expect(choose([], at('1A'), 'pas_9')).toEqual([]));

  it('[SEAT-13] keeps passenger, seat, cabin and price', () =>
    expect(choose([], at('1A'), 'pas_2')).toEqual([
      {
        passengerId: 'pas_2',
        seatId: 'seg_1A_pas_2',
        cabinClass: 'economy',
        designator: '1A',
        segmentId: 'seg',
        price: { amount: '12.25', currency: 'USD' },
      },
    ]));

  it('[SEAT-07] moves a passenger from one seat to another, and gives a seat back on a second click', () => {
    const first = choose([], at('1A'), 'pas_1');
    const moved = choose(first, at('2A'), 'pas_1');
    expect(moved.map((one) => one.designator)).toEqual(['2A']);
    expect(choose(moved, at('2A'), 'pas_1')).toEqual([]);
  });

  it('never puts two passengers on one seat', () => {
    const seats = choose(choose([], at('1A'), 'pas_1'), at('1A'), 'pas_2');
    expect(seats.map((one) => one.passengerId)).toEqual(['pas_2']);
  });

  it('[SEAT-07] goes on to the next passenger without a seat', () => {
    const one = choose([], at('1A'), 'pas_1');
    expect(nextPassenger(people, one, 'seg', 'pas_1')).toBe('pas_2');
    const both = choose(one, at('2A'), 'pas_2');
    expect(nextPassenger(people, both, 'seg', 'pas_2')).toBe('pas_2');
  });

  it('[SEAT-11] [SEAT-14] misses a seat on each flight with a map', () => {
    const maps = [sampleMap('seg'), sampleMap('seg2')];
    const onFirst = choose(choose([], at('1A'), 'pas_1'), at('2A'), 'pas_2');
    expect(findSegmentsWithoutSeats(maps, people, [])).toEqual(['seg', 'seg2']);
    expect(findSegmentsWithoutSeats(maps, people, onFirst)).toEqual(['seg2']);
    const onSecond = choose(onFirst, at('1A', true, 'seg2'), 'pas_1');
    expect(findSegmentsWithoutSeats(maps, people, choose(onSecond, at('2A', true, 'seg2'), 'pas_2'))).toEqual(
      [],
    );
  });

  it('[SEAT-09] asks for no seat for a lap infant', () =>
    expect(
      sampleOffer()
        .passengers.filter(needsSeat)
        .map(({ id }) => id),
    ).toEqual(['pas_1', 'pas_2']));
});

describe('the walk of the arrow keys', () => {
  const [cabin] = sampleMap('seg').cabins;
  it('stops at the edges and crosses the aisle', () => {
    expect(findNeighbour(cabin!, '1A', 'ArrowLeft')).toBeUndefined();
    expect(findNeighbour(cabin!, '1A', 'ArrowUp')).toBeUndefined();
    expect(findNeighbour(cabin!, '1B', 'ArrowRight')).toBe('1C');
    expect(findNeighbour(cabin!, '1C', 'ArrowDown')).toBe('2C');
  });
});
