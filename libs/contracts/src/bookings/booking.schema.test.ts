import { expect, it } from 'vitest';
import { sampleBooking, sampleBookingDetail, sampleBookingResponse } from '../testing/bookings.ts';
import { optionalPaths } from '../testing/optional-paths.ts';
import {
  bookingDataSchema,
  bookingDetailSchema,
  bookingParamsSchema,
  cancellationQuoteSchema,
  bookingListItemSchema,
  bookingRequestSchema,
  bookingResponseSchema,
} from './booking.schema.ts';

const passenger = {
  type: 'adult',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
} as const;

it('[API-11] a booking request has offer, passengers, payment, seats and bags', () => {
  const request = {
    offerId: 'off_1',
    passengers: [passenger],
    paymentDetails: { amount: '123.00', currency: 'USD', paymentId: 'pay_1' },
    seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }],
    bags: [{ passengerId: 'pas_1', serviceId: 'ase_2', quantity: 1 }],
  };
  expect(bookingRequestSchema.parse(request)).toEqual(request);
  expect(optionalPaths(bookingRequestSchema, request)).toEqual(['paymentDetails.paymentId', 'seats', 'bags']);
});

it('[API-11] accepts a card in place of a payment', () => {
  const cardDetails = { number: '4242424242424242', expiryMonth: '12', expiryYear: '34', cvv: '123' };
  const paymentWith = (card: object) =>
    bookingRequestSchema.safeParse({
      offerId: 'off_1',
      passengers: [passenger],
      paymentDetails: { amount: '123.00', currency: 'USD', cardDetails: card },
    });
  expect(
    paymentWith({ ...cardDetails, holderName: 'Ada Byron' }).data?.paymentDetails.cardDetails,
  ).toMatchObject(cardDetails);
  expect(paymentWith(cardDetails).success).toBe(false);
});

it('[API-12] the response has booking, order, reference, account and email', () => {
  const response = sampleBookingResponse({
    accountCreated: true,
    accountInfo: { username: 'ada', email: 'ada@example.com', password: 'shown once' },
    emailContent: { subject: 'Your booking', text: 'Have a good flight.' },
    statusToken: 'a-status-token',
  });
  expect(bookingResponseSchema.parse(response)).toEqual(response);
  expect(optionalPaths(bookingResponseSchema, response)).toEqual(['accountInfo.password', 'statusToken']);
  const pending = { status: 'pending', duffelBookingId: null, bookingReference: null, accountInfo: null };
  expect(bookingResponseSchema.safeParse({ ...response, ...pending }).success).toBe(true);
});

const booking = sampleBooking(
  {},
  { seats: [{ passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0', designator: '12A' }] },
);
booking.bookingData.slices[0]!.segments[0]!.services = [{ type: 'wifi', description: 'Wi-Fi, free' }];

it('[API-18] booking data requires all fields', () => {
  expect(bookingDataSchema.parse(booking.bookingData)).toEqual(booking.bookingData);
  expect(optionalPaths(bookingDataSchema, booking.bookingData)).toEqual([]);
});

it('[API-17] a listed booking requires all fields', () => {
  expect(bookingListItemSchema.parse(booking)).toEqual(booking);
  expect(optionalPaths(bookingListItemSchema, booking)).toEqual([]);
});

it.each([
  ['pending', true],
  ['confirmed', true],
  ['completed', true],
  ['cancelled', true],
  ['failed', false],
])('[API-17] the status "%s" is valid: %s', (status, isKnown) => {
  expect(bookingListItemSchema.safeParse({ ...booking, status }).success).toBe(isKnown);
});

it('[API-11] a booking request without seats has none, at most 200 seats and 9 passengers', () => {
  const request = (passengers: number, seats?: number) => ({
    offerId: 'off_1',
    passengers: Array.from({ length: passengers }, () => passenger),
    paymentDetails: { amount: '123.00', currency: 'USD' },
    ...(seats === undefined
      ? {}
      : { seats: Array.from({ length: seats }, () => ({ passengerId: 'pas_1', seatId: 'ase_1' })) }),
  });
  expect(bookingRequestSchema.parse(request(1)).seats).toEqual([]);
  const isValid = (...counts: [number, number]) => bookingRequestSchema.safeParse(request(...counts)).success;
  expect([isValid(9, 200), isValid(10, 0), isValid(9, 201)]).toEqual([true, false, false]);
});

it('[API-57] a booking in detail has its data as text', () => {
  const detail = sampleBookingDetail(booking);
  expect(bookingDetailSchema.parse(detail)).toEqual(detail);
  expect(optionalPaths(bookingDetailSchema, detail)).toEqual([]);
  expect(bookingDetailSchema.safeParse(booking).success).toBe(false);
});

it('[PROVIDER-40] a quote of a cancellation requires refund, card, paid amount and expiry', () => {
  const quote = {
    quote_id: 'quo_1',
    refund_amount: '100.00',
    refund_currency: 'USD',
    refund_to: { brand: 'visa', last4: '4242' },
    paid_amount: '123.00',
    credits: [],
    expires_at: '2026-12-01T10:00:00Z',
  };
  expect(cancellationQuoteSchema.parse(quote)).toEqual(quote);
  expect(optionalPaths(cancellationQuoteSchema, quote)).toEqual([]);
  const none = { ...quote, refund_to: null, expires_at: null };
  expect(cancellationQuoteSchema.safeParse(none).success).toBe(true);
});

it('[ERROR-13] the id of a booking has 1 to 64 characters', () => {
  const isValid = (length: number) => bookingParamsSchema.safeParse({ id: 'x'.repeat(length) }).success;
  expect([0, 1, 64, 65].map(isValid)).toEqual([false, true, true, false]);
});
