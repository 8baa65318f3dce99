import { randomUUID } from 'node:crypto';
import type { BookingRequest, Offer, Passenger, PaymentRequest } from '@fareline/contracts';
import { uniqueName } from '@fareline/service-kit/testing';

export const createCard = (number = '4242424242424242', cvv = '123') => ({
  number,
  expiryMonth: '12',
  expiryYear: '34',
  cvv,
  holderName: 'Ada Byron',
});

export const createPaymentRequest = (offer: Offer, overrides: Partial<PaymentRequest> = {}) => ({
  amount: offer.total_amount,
  currency: offer.total_currency,
  fareAmount: offer.total_amount,
  offerId: offer.id,
  seats: [],
  cardDetails: createCard(),
  ...overrides,
});

/** A passenger with a unique email address. */
export function createPassenger(overrides: Partial<Passenger> = {}): Passenger {
  return {
    type: 'adult',
    title: 'ms',
    gender: 'female',
    firstName: 'Ada',
    lastName: 'Byron',
    dateOfBirth: '1990-12-10',
    email: `${uniqueName('traveller')}@example.com`,
    phone: '+1 212 555 0142',
    passportNumber: 'X1234567',
    passportExpiryDate: '2036-01-01',
    passportIssuingCountry: 'GB',
    ...overrides,
  };
}

export const createBookingRequest = (
  offer: Offer,
  payment: { paymentId: string } | { cardDetails: ReturnType<typeof createCard> },
  passengers: Passenger[] = [createPassenger()],
) =>
  ({
    offerId: offer.id,
    passengers,
    paymentDetails: { amount: offer.total_amount, currency: offer.total_currency, ...payment },
    seats: [],
    bags: [],
  }) satisfies BookingRequest;

export const idempotencyHeader = (value: string = randomUUID()) => ({ 'idempotency-key': value });
