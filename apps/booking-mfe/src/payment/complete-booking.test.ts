import { createBooking, processCard, verifyOffer } from '@fareline/contracts';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import { errorResponse, proxyResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveBooking } from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';
import { completeBooking, type AttemptRef, type Purchase } from './complete-booking.ts';

const purchase: Purchase = {
  offerId: 'off_fresh',
  amount: '10.00',
  currency: 'USD',
  seats: [],
  passengers: [],
  summary: {
    offer: oneAdultOffer(),
    offerIds: ['off_fresh'],
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

beforeEach(() => serveBooking(oneAdultOffer()));

describe('completeBooking', () => {
  it('[PAY-30] returns a payment failure and sends no payment without card details', async () => {
    expect(await completeBooking(purchase, undefined, { current: undefined })).toEqual({
      kind: 'payment-failed',
      title: 'Card Payment Failed',
      description: 'Card details are required for card payment',
    });
    expect(requestsTo(processCard)).toEqual([]);
  });

  it('[ERROR-04] returns a booking failure and keeps the authorisation when the booking response is empty', async () => {
    respondTo(createBooking, () => proxyResponse(201));
    const attempts: AttemptRef = { current: undefined };
    expect(await completeBooking(purchase, card, attempts)).toMatchObject({
      kind: 'booking-failed',
      description: 'No booking information received from server',
    });
    expect(attempts.current?.authorisation?.paymentId).toBe('pay_1');
  });

  it('[PAY-19] retries with the same key while the first call is in progress', async () => {
    const headers = { 'retry-after': '0.01' };
    respondTo(processCard, () => errorResponse('IDEMPOTENCY_IN_PROGRESS', { headers }));
    const outcome = completeBooking(purchase, card, { current: undefined });
    await expect.poll(() => requestsTo(processCard).length).toBeGreaterThan(1);
    serveBooking(oneAdultOffer());
    expect(await outcome).toMatchObject({ kind: 'booked' });
    expect(new Set(requestsTo(processCard).map((call) => call.headers.get('idempotency-key'))).size).toBe(1);
  });

  it('[PAY-18] checks the offer 0.5 s after the payment and books 0.3 s later', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const times = { paid: 0, checked: 0, booked: 0 };
    respondTo(processCard, () => {
      times.paid = Date.now();
      respondTo(verifyOffer, () => {
        times.checked = Date.now();
        return { body: { valid: true } };
      });
      return { body: { success: true, paymentId: 'pay_1' } };
    });
    respondTo(createBooking, () => {
      times.booked = Date.now();
      return { body: sampleBookingResponse() };
    });
    void completeBooking(purchase, card, { current: undefined });
    for (let steps = 0; steps < 500 && times.booked === 0; steps += 1) await vi.advanceTimersByTimeAsync(5);
    vi.useRealTimers();
    expect(Math.abs(times.checked - times.paid - 500)).toBeLessThan(100);
    expect(Math.abs(times.booked - times.checked - 300)).toBeLessThan(100);
  });

  it('sends the id of a payment method instead of card details', async () => {
    await completeBooking(purchase, { paymentMethodId: 'pm_1' }, { current: undefined });
    expect(requestsTo(processCard)[0]?.body).toMatchObject({ paymentMethodId: 'pm_1' });
    expect(requestsTo(processCard)[0]?.body).not.toHaveProperty('cardDetails');
  });
});
