import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { sampleConditions, sampleSlice } from '../testing/samples.ts';
import {
  bookingDataSchema,
  bookingListItemSchema,
  bookingRequestSchema,
  bookingResponseSchema,
  type BookingData,
} from './booking.schema.ts';

const passenger = {
  type: 'adult',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
} as const;

it('[API-11] a booking request has offer, passengers, payment and seats', () => {
  const request = {
    offerId: 'off_1',
    passengers: [passenger],
    paymentDetails: { amount: '123.00', currency: 'USD', paymentId: 'pay_1' },
    seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }],
  };
  expect(bookingRequestSchema.parse(request)).toEqual(request);
  expect(optionalPaths(bookingRequestSchema, request)).toEqual(['paymentDetails.paymentId', 'seats']);
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
  const response = {
    id: 'boo_1',
    status: 'confirmed',
    duffelBookingId: 'ord_1',
    bookingReference: 'RZPNX8',
    total_amount: '123.00',
    total_currency: 'USD',
    created_at: '2026-12-01T10:00:00Z',
    card: { brand: 'visa', last4: '4242' },
    accountCreated: true,
    accountInfo: { username: 'ada', email: 'ada@example.com', password: 'told once' },
    emailContent: { subject: 'Your booking', text: 'Have a good flight.' },
  };
  expect(bookingResponseSchema.parse(response)).toEqual(response);
  expect(optionalPaths(bookingResponseSchema, response)).toEqual(['accountInfo.password']);
  const pending = { status: 'pending', duffelBookingId: null, bookingReference: null, accountInfo: null };
  expect(bookingResponseSchema.safeParse({ ...response, ...pending }).success).toBe(true);
});

const bookingData: BookingData = {
  booking_reference: 'RZPNX8',
  slices: [sampleSlice],
  passengers: [{ id: 'pas_1', given_name: 'Ada', family_name: 'Byron', type: 'adult' }],
  seats: [{ passenger_id: 'pas_1', segment_id: 'seg_1', designator: '12A' }],
  total_amount: '123.00',
  total_currency: 'USD',
  conditions: sampleConditions,
};

/** Not told by bookings that were made before flights told it. */
const segmentStops = 'slices.0.segments.0.stops';

it('[API-18] booking data requires all fields except stops', () => {
  expect(bookingDataSchema.parse(bookingData)).toEqual(bookingData);
  expect(optionalPaths(bookingDataSchema, bookingData)).toEqual([segmentStops]);
});

const listed = {
  id: 'boo_1',
  status: 'confirmed',
  mode: 'test',
  duffelBookingId: 'ord_1',
  bookingReference: 'RZPNX8',
  created_at: '2026-12-01T10:00:00Z',
  bookingData,
};

it('[API-17] a listed booking requires all fields except stops', () => {
  expect(bookingListItemSchema.parse(listed)).toEqual(listed);
  expect(optionalPaths(bookingListItemSchema, listed)).toEqual([`bookingData.${segmentStops}`]);
});

it.each([
  ['pending', true],
  ['confirmed', true],
  ['completed', true],
  ['cancelled', true],
  ['failed', false],
])('[API-17] the status "%s" is valid: %s', (status, isKnown) => {
  expect(bookingListItemSchema.safeParse({ ...listed, status }).success).toBe(isKnown);
});
