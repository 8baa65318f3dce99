import type { SeatSelection } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { calculateTotals } from './totals.ts';

const seat = (amount?: string): SeatSelection => ({
  passengerId: 'pas_1',
  seatId: `ase_${amount}`,
  ...(amount === undefined ? {} : { price: { amount, currency: 'USD' } }),
});

it('[BOOK-08] [SEAT-10] adds the prices of the seats to the fare, and splits the fare into base and taxes', () =>
  expect(calculateTotals(sampleOffer(), [seat('12.25'), seat('0.10'), seat()], [])).toEqual({
    fare: '389.50',
    base: '330.00',
    taxes: '59.50',
    seats: '12.35',
    bags: '0.00',
    total: '401.85',
    currency: 'USD',
  }));

it('[BOOK-08] is the fare without seats, in the digits of the currency', () =>
  expect(
    calculateTotals(
      sampleOffer({ total_amount: '40000', tax_amount: '1500', total_currency: 'JPY' }),
      [],
      [],
    ),
  ).toEqual({
    fare: '40000',
    base: '38500',
    taxes: '1500',
    seats: '0',
    bags: '0',
    total: '40000',
    currency: 'JPY',
  }));
