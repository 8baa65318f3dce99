import { isExitRow, type SeatElement } from '@fareline/contracts';
import { describe, expect, it } from 'vitest';
import { sampleSeatMap, seat } from '../testing/samples.ts';
import {
  columnLetters,
  findNeighbour,
  hasSeats,
  isArrowKey,
  isOverWing,
  isSeat,
  sectionWidths,
  type Cabin,
  type Row,
} from './cabin-layout.ts';

/** An element that is no seat, such as a lavatory. */
const other = (type: string, designator: string | null = null): SeatElement => ({
  ...{ type, designator, name: null, disclosures: [], available_services: [] },
});
const gap = other('empty');

/** A seat that the airline keeps for itself. */
const restricted: SeatElement = { ...seat('', 'seg', false, '0.00'), designator: null };

/** A row of sections such as "ABC -E": a letter is a seat, R a restricted one, a hyphen a gap, L a lavatory, X an exit. */
const row = (number: number, sections: string): Row => ({
  number,
  sections: sections.split(' ').map((letters) => ({
    elements: [...letters].map((letter) => {
      if (letter === '-') return gap;
      if (letter === 'R') return restricted;
      if (letter === 'L') return other('lavatory');
      if (letter === 'X') return other('exit_row');
      return seat(`${number}${letter}`, 'seg', true, '12.25');
    }),
  })),
});
const cabin = (rows: Row[], wings: Cabin['wings'] = null): Cabin => ({
  ...sampleSeatMap('seg').cabins[0]!,
  wings,
  rows,
});

describe('the elements of a row', () => {
  it('are no seats without a designator or of another type', () => {
    expect(isSeat({ ...seat('1A', 'seg', true, '12.25'), designator: null })).toBe(false);
    expect(isSeat(other('lavatory', '1A'))).toBe(false);
    expect(isSeat(seat('1A', 'seg', true, '12.25'))).toBe(true);
  });

  it('make it a row of seats when one section has a seat', () => {
    expect(hasSeats(row(1, 'LL LL'))).toBe(false);
    expect(hasSeats(row(1, 'LL L-D'))).toBe(true);
  });

  it('[SEAT-06] make it a row of seats also when none can be chosen', () => {
    expect(isSeat(restricted)).toBe(false);
    expect(hasSeats(row(1, 'RR LL'))).toBe(true);
  });

  it('make it an exit row when one section has an exit', () => {
    expect(isExitRow(row(1, 'ABC D-L'))).toBe(false);
    expect(isExitRow(row(1, 'ABC -X'))).toBe(true);
  });
});

describe('the columns', () => {
  it('are none in a cabin without rows', () => {
    expect(columnLetters(cabin([]))).toEqual([]);
    expect(sectionWidths(cabin([]))).toEqual([]);
  });

  it('have the letters of the row with the most seats, and none above its gaps', () =>
    expect(
      columnLetters(cabin([row(9, 'LLLL LLLL'), row(10, 'A CD'), row(11, 'A- CD'), row(12, 'A- CDE')])),
    ).toEqual([
      ['A', ''],
      ['C', 'D', 'E'],
    ]));

  it('have the width of the widest row of each section', () =>
    expect(sectionWidths(cabin([row(1, 'A CDE'), row(2, 'AB C')]))).toEqual([2, 3]));
});

it('the wings span their first to their last row, and no row without wings', () => {
  const rows = ['AB', 'AB', 'AB', 'AB'].map((letters, index) => row(index + 1, letters));
  const areOverWing = (wings: Cabin['wings']) =>
    rows.map((_, index) => isOverWing(cabin(rows, wings), index));
  expect(areOverWing(null)).toEqual([false, false, false, false]);
  expect(areOverWing({ first_row_index: 1, last_row_index: 2 })).toEqual([false, true, true, false]);
});

it.each([
  ['Tab', false],
  ['Enter', false],
  ['', false],
  ['ArrowLeft', true],
  ['ArrowRight', true],
  ['ArrowUp', true],
  ['ArrowDown', true],
])('the key "%s" moves between seats: %s', (key, expected) => expect(isArrowKey(key)).toBe(expected));

describe('findNeighbour', () => {
  const find = (rows: string[], from: string, arrow: Parameters<typeof findNeighbour>[2]) =>
    findNeighbour(cabin(rows.map((sections, index) => row(index + 1, sections))), from, arrow);
  const twoRows = ['AB CD', 'AB CD'];

  it('is none beyond the edges of the cabin, and for a seat of another cabin', () => {
    expect(find(twoRows, '2A', 'ArrowLeft')).toBeUndefined();
    expect(find(twoRows, '1D', 'ArrowRight')).toBeUndefined();
    expect(find(twoRows, '1A', 'ArrowUp')).toBeUndefined();
    expect(find(twoRows, '2A', 'ArrowDown')).toBeUndefined();
    expect(find(twoRows, '9A', 'ArrowLeft')).toBeUndefined();
  });

  it('crosses the aisle and gaps', () => {
    expect(find(twoRows, '1B', 'ArrowRight')).toBe('1C');
    expect(find(twoRows, '2C', 'ArrowLeft')).toBe('2B');
    expect(find(['A-L -D'], '1A', 'ArrowRight')).toBe('1D');
    expect(find(['A-L -D'], '1D', 'ArrowLeft')).toBe('1A');
  });

  it('is in the same column of the next row with seats', () => {
    expect(find([...twoRows, 'AB CD'], '2C', 'ArrowDown')).toBe('3C');
    expect(find([...twoRows, 'AB CD'], '2C', 'ArrowUp')).toBe('1C');
    expect(find(['AB CD', 'LL LL', 'AB CD'], '1C', 'ArrowDown')).toBe('3C');
    expect(find(['AB CD', 'LL LL', 'AB CD'], '3C', 'ArrowUp')).toBe('1C');
  });

  it('crosses restricted seats and rows of them', () => {
    expect(find(['ARB RRD'], '1B', 'ArrowRight')).toBe('1D');
    expect(find(['AB CD', 'RR RR', 'AR RD'], '1C', 'ArrowDown')).toBe('3D');
    expect(find(['AB CD', 'RR RR', 'AB CD'], '3C', 'ArrowUp')).toBe('1C');
  });

  it('is the nearest seat of a row without this column, counting the aisle', () => {
    expect(find(['ABC DEF', 'A-- --F'], '1D', 'ArrowDown')).toBe('2F');
    expect(find(['ABC DEF', 'A-- D--'], '1F', 'ArrowDown')).toBe('2D');
  });
});
