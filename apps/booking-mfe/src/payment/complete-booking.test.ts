import { describe, expect, it } from 'vitest';
import { fakeServer, errorResponse } from '@fareline/tools/fake-server';
import { oneAdultOffer, sampleBooking } from '../testing/samples.ts';
import { completeBooking, type AttemptRef, type Purchase } from './complete-booking.ts';

const pay = 'POST /api/payments/process-card';
const purchase: Purchase = {
  offerId: 'off_1',
  amount: '10.00',
  currency: 'USD',
  seats: [],
  passengers: [],
  summary: {
    offer: oneAdultOffer(),
    offerIds: ['off_1'],
    seats: [],
    contact: { firstName: 'Ada', lastName: 'Lo', email: 'ada@example.com', phone: '' },
  },
};
const card = {
  cardDetails: {
    number: '4242424242424242',
    expiryMonth: '12',
    expiryYear: '99',
    cvv: '123',
    holderName: 'Ada Lo',
  },
};
const startServer = (overrides: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/flights/verify-offer/off_1': () => ({ body: { valid: true } }),
    [pay]: () => ({ body: { success: true, paymentId: 'pay_1' } }),
    'POST /api/bookings': () => ({ status: 201, body: sampleBooking() }),
    ...overrides,
  });

describe('completeBooking', () => {
  it('[PAY-30] returns a payment failure and sends no payment without card details', async () => {
    const server = startServer();
    expect(await completeBooking(purchase, undefined, { current: undefined })).toEqual({
      kind: 'payment-failed',
      title: 'Card Payment Failed',
      description: 'Card details are required for card payment',
    });
    expect(server.callsTo(pay)).toEqual([]);
  });

  it('[ERROR-04] returns a booking failure and keeps the authorisation when the booking response is empty', async () => {
    startServer({ 'POST /api/bookings': () => ({ status: 201 }) });
    const attempts: AttemptRef = { current: undefined };
    expect(await completeBooking(purchase, card, attempts)).toMatchObject({
      kind: 'booking-failed',
      description: 'No booking information received from server',
    });
    expect(attempts.current?.authorisation?.paymentId).toBe('pay_1');
  });

  it('[PAY-19] retries with the same key while the first call is in progress', async () => {
    const server = startServer({
      [pay]: () => ({
        ...errorResponse(409, 'IDEMPOTENCY_IN_PROGRESS', 'This attempt is still being worked on.'),
        headers: { 'retry-after': '0.01' },
      }),
    });
    const outcome = completeBooking(purchase, card, { current: undefined });
    await expect.poll(() => server.callsTo(pay).length).toBeGreaterThan(1);
    server.on(pay, () => ({ body: { success: true, paymentId: 'pay_1' } }));
    expect(await outcome).toMatchObject({ kind: 'booked' });
    expect(new Set(server.callsTo(pay).map((call) => call.headers.get('idempotency-key'))).size).toBe(1);
  });

  it('sends the id of a payment method instead of card details', async () => {
    const server = startServer();
    await completeBooking(purchase, { paymentMethodId: 'pm_1' }, { current: undefined });
    expect(server.callsTo(pay)[0]?.body).toMatchObject({ paymentMethodId: 'pm_1' });
    expect(server.callsTo(pay)[0]?.body).not.toHaveProperty('cardDetails');
  });
});
