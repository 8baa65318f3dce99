import { expect, it } from 'vitest';
import { nameChangedPrice } from './changed-price.ts';

const shown = { fare: '400.00', seats: '20.00', bags: '35.00' };

it.each([
  [{ fare: '410.00' }, 'this flight'],
  [{ seats: '25.00' }, 'your seats'],
  [{ bags: '45.00' }, 'your bags'],
  [{ seats: '25.00', bags: '45.00' }, 'your seats and bags'],
  [{ fare: '410.00', bags: '45.00' }, 'this flight and your seats or bags'],
  [{ fare: '410.00', seats: '25.00' }, 'this flight and your seats or bags'],
  [{}, 'your seats or bags'],
])('[EXTRA-04] [BOOK-10] names what %j has changed: %s', (change, expected) =>
  expect(nameChangedPrice(shown, { ...shown, ...change }, 'your seats or bags')).toBe(expected),
);

it('[BOOK-10] says what the service knows when it does not tell the parts of the price', () =>
  expect(nameChangedPrice(shown, undefined, 'this flight')).toBe('this flight'));
