import { expect, it } from 'vitest';
import type { Payment } from '../cards/payment.repository.ts';
import { toBookingPayment } from './booking-payment.ts';

it.each([
  ['authorised', 'held'],
  ['capturing', 'held'],
  ['captured', 'paid'],
  ['voiding', 'released'],
  ['voided', 'released'],
  ['settled', 'released'],
] as const)('[TRIP-01] a payment that is %s is told as %s', (state, told) => {
  const payment = { state, card_brand: 'visa', card_last4: '4242' } as Payment;
  expect(toBookingPayment(payment)).toEqual({ card: { brand: 'visa', last4: '4242' }, state: told });
});

it('[TRIP-01] a payment without a known card names none', () => {
  const payment = { state: 'captured', card_brand: null, card_last4: null } as Payment;
  expect(toBookingPayment(payment)).toEqual({ card: null, state: 'paid' });
});
