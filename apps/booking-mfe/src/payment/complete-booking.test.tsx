import { createBooking, processCard, resumeBooking, verifyOffer } from '@fareline/contracts';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import {
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expiredOffer, serveBooking } from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';
import type { AttemptRef } from './authorise-payment.ts';
import { completeBooking, resumeAttempt, type BookingOutcome, type Purchase } from './complete-booking.ts';
import { findAttempt, storeAttempt, type StoredAttempt } from './stored-attempts.ts';

const purchase: Purchase = {
  offerId: 'off_fresh',
  amount: '10.00',
  fareAmount: '10.00',
  currency: 'USD',
  seats: [{ passengerId: 'pas_1', seatId: 'seat_1A' }],
  bags: [],
  passengers: [],
  url: '/booking?offer=off_1',
  summary: {
    offer: oneAdultOffer(),
    offerIds: ['off_fresh'],
    seats: [],
    bags: [],
    travellers: [{ id: 'pas_1', firstName: 'Ada', lastName: 'Lo' }],
    contact: { email: 'ada@example.com', phone: '' },
  },
};
const card = {
  cardDetails: {
    ...{ number: '4242424242424242', expiryMonth: '12', expiryYear: '99', cvv: '123' },
    holderName: 'Ada Lo',
  },
};
const rejected = {
  kind: 'booking-failed',
  title: 'Booking Failed',
  description: 'The airline did not accept this booking. Nothing was charged.',
};
const pendingBooking = () => ({
  status: 202,
  body: sampleBookingResponse({
    id: 'bok_7',
    status: 'pending',
    duffelBookingId: null,
    bookingReference: null,
  }),
});
const bookingLink = { status: 'confirmed' as const, statusToken: 'token_of_the_status_page' };
const cancelledBooking = () => ({ body: sampleBookingResponse({ status: 'cancelled' }) });
const readKeys = (endpoint: typeof processCard | typeof createBooking | typeof resumeBooking) =>
  requestsTo<typeof endpoint>(endpoint).map(({ headers }) => headers.get('idempotency-key'));

/** Skips the pauses of an attempt until its outcome is known; time stands still during its calls. */
async function skipPauses(outcome: Promise<BookingOutcome>): Promise<BookingOutcome> {
  const settled = vi.fn();
  void outcome.then(settled);
  for (let steps = 0; steps < 500 && settled.mock.calls.length === 0; steps += 1)
    await vi.advanceTimersToNextTimerAsync();
  expect(settled).toHaveBeenCalled();
  return outcome;
}

/** One press of "Complete Booking". */
const press = (attempts: AttemptRef, change: Partial<Purchase> = {}) =>
  skipPauses(completeBooking({ ...purchase, ...change }, card, attempts));
/** A press when the page holds no card: after an authorisation, its form is gone. */
const pressWithoutCard = (attempts: AttemptRef, change: Partial<Purchase> = {}) =>
  skipPauses(completeBooking({ ...purchase, ...change }, undefined, attempts));

let attempts: AttemptRef;
beforeEach(() => {
  serveBooking(oneAdultOffer());
  attempts = { current: undefined };
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

it('[FIELD-05] sends no payment while the browser blocks cookies', async () => {
  const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  expect(await press(attempts)).toMatchObject({ title: 'Cookies Are Blocked' });
  expect(requestsTo(processCard)).toEqual([]);
  cookies.mockRestore();
});

describe('an expired offer', () => {
  it('[PAY-16] sends no payment', async () => {
    respondTo(verifyOffer, () => expiredOffer());
    expect(await press(attempts)).toEqual({
      kind: 'offer-unavailable',
      title: 'Flight Offer Expired',
      description:
        'This flight offer has expired. Please select another flight. Offers typically expire after 30 minutes',
    });
    expect(requestsTo(processCard)).toEqual([]);
  });

  it('[PAY-18] [PAY-25] sends no booking when it expired during the payment, and forgets that payment', async () => {
    respondTo(processCard, () => {
      respondTo(verifyOffer, () => expiredOffer());
      return { body: { success: true, paymentId: 'pay_1' } };
    });
    expect(await press(attempts)).toEqual({
      kind: 'offer-unavailable',
      title: 'Offer Validation Failed',
      description: 'This flight offer has expired. Please select another flight.',
    });
    expect(requestsTo(createBooking)).toEqual([]);
    expect(attempts.current).toBeUndefined();
  });
});

describe('a failed payment', () => {
  it('[PAY-30] sends no request without card details', async () => {
    expect(await pressWithoutCard(attempts)).toEqual({
      kind: 'payment-failed',
      title: 'Card Payment Failed',
      description: 'Card details are required for card payment',
    });
    expect(requestsTo(processCard)).toEqual([]);
  });

  it.each([
    ['a decline', errorResponse('PAYMENT_FAILED'), 'Your card was declined. Nothing was charged.'],
    [
      'no success',
      { body: { success: false, paymentId: 'pay_1', message: 'Refused', error: 'E' } },
      'Refused',
    ],
    ['no success with an error only', { body: { success: false, error: 'Do not honour' } }, 'Do not honour'],
    ['no payment id', { body: { success: true } }, 'The card was declined'],
    ['an empty response', proxyResponse(200), 'The card was declined'],
  ])(
    '[PAY-19] [PAY-23] after %s sends no booking, and the next press has a new key',
    async (_, response, description) => {
      respondTo(processCard, () => response);
      expect(await press(attempts)).toMatchObject({ kind: 'payment-failed', description });
      expect(requestsTo(processCard)).toHaveLength(1);
      expect(requestsTo(createBooking)).toEqual([]);
      await press(attempts);
      expect(new Set(readKeys(processCard)).size).toBe(2);
    },
  );

  it.each([
    ['no response', connectionFailure()],
    ['an error of the service', proxyResponse(500)],
  ])(
    '[PAY-19] after %s the next press has the same key, so that the card is authorised once',
    async (_, response) => {
      respondTo(processCard, () => response);
      expect(await press(attempts)).toMatchObject({ kind: 'payment-failed' });
      expect(await press(attempts)).toMatchObject({ kind: 'payment-failed' });
      const keys = readKeys(processCard);
      expect(keys).toEqual([expect.stringMatching(/.{36}/), keys[0]]);
    },
  );
});

describe('a payment that is still in progress', () => {
  it.each([
    ['2 s later', {}, 2000],
    ['after the time of Retry-After', { 'retry-after': '7' }, 7000],
  ])('[PAY-19] is sent again with the same key %s', async (_, headers, delay) => {
    const times: number[] = [];
    respondTo(processCard, () => {
      times.push(Date.now());
      return times.length === 1
        ? errorResponse('IDEMPOTENCY_IN_PROGRESS', { headers })
        : { body: { success: true, paymentId: 'pay_1' } };
    });
    expect(await press(attempts)).toMatchObject({ kind: 'booked' });
    expect(times[1]! - times[0]!).toBe(delay);
    expect(new Set(readKeys(processCard)).size).toBe(1);
  });

  it('[PAY-19] is given up after 10 repeats, and keeps its key, so that the next press authorises the amount once', async () => {
    respondTo(processCard, () => errorResponse('IDEMPOTENCY_IN_PROGRESS'));
    expect(await press(attempts)).toMatchObject({ description: 'This attempt is still being worked on.' });
    expect(requestsTo(processCard)).toHaveLength(11);
    expect(requestsTo(createBooking)).toEqual([]);
    respondTo(processCard, () => ({ body: { success: true, paymentId: 'pay_1' } }));
    expect(await press(attempts)).toMatchObject({ kind: 'booked' });
    expect(new Set(readKeys(processCard)).size).toBe(1);
  });

  it('is sent again at once with a new key when its key belongs to another card', async () => {
    const times: number[] = [];
    respondTo(processCard, () => {
      times.push(Date.now());
      return times.length === 1
        ? errorResponse('IDEMPOTENCY_KEY_REUSED')
        : { body: { success: true, paymentId: 'pay_1' } };
    });
    expect(await press(attempts)).toMatchObject({ kind: 'booked' });
    expect(times[1]).toBe(times[0]);
    expect(new Set(readKeys(processCard)).size).toBe(2);
  });
});

describe('a booking without an outcome', () => {
  it.each([
    ['no response', () => connectionFailure()],
    ['a 503', () => errorResponse('SERVICE_UNAVAILABLE')],
    ['a refusal by the rate limit', () => errorResponse('TOO_MANY_REQUESTS')],
  ])(
    '[PAY-19] keeps payment, key and body after %s: the next press books without the card',
    async (_, respond) => {
      respondTo(createBooking, respond);
      expect(await press(attempts)).toEqual({ kind: 'pending' });
      respondTo(createBooking, () => ({ body: sampleBookingResponse() }));
      const changedName = {
        ...purchase.summary,
        travellers: [{ id: 'pas_1', firstName: 'Bo', lastName: 'Lo' }],
      };
      expect(await pressWithoutCard(attempts, { summary: changedName })).toMatchObject({ kind: 'booked' });
      expect(requestsTo(processCard)).toHaveLength(1);
      const [first, second] = requestsTo(createBooking);
      expect(second?.body).toEqual(first?.body);
      const keys = readKeys(createBooking);
      expect(keys).toEqual([expect.stringMatching(/.{36}/), keys[0]]);
      expect(keys[0]).not.toBe(readKeys(processCard)[0]);
    },
  );

  it('[PAY-19] is paid again when the traveller chose another seat', async () => {
    respondTo(createBooking, () => connectionFailure());
    await press(attempts);
    await press(attempts, { seats: [{ passengerId: 'pas_1', seatId: 'seat_2A' }] });
    expect(requestsTo(processCard)).toHaveLength(2);
    expect(new Set(readKeys(processCard)).size).toBe(2);
  });

  it('[STATUS-05] is stored for a reload before the call, with the time of the first call', async () => {
    let duringCall: StoredAttempt | undefined;
    respondTo(createBooking, () => {
      duringCall ??= findAttempt('off_fresh');
      return connectionFailure();
    });
    await press(attempts);
    const firstCall = Date.now();
    const stored = { ...purchase.summary, bookingKey: readKeys(createBooking)[0], sentAt: firstCall };
    expect(duringCall).toEqual(stored);
    vi.setSystemTime(firstCall + 60_000);
    await press(attempts);
    expect(findAttempt('off_fresh')).toEqual(stored);
  });

  it('[ERROR-04] fails with the payment kept when the response is empty', async () => {
    respondTo(createBooking, () => proxyResponse(201));
    expect(await press(attempts)).toMatchObject({
      kind: 'booking-failed',
      description: 'No booking information received from server',
    });
    expect(attempts.current?.authorisation?.paymentId).toBe('pay_1');
  });

  it('[PROVIDER-36] [STATUS-05] is pending and stored with the id of the booking', async () => {
    respondTo(createBooking, pendingBooking);
    expect(await press(attempts)).toEqual({ kind: 'pending', bookingId: 'bok_7' });
    const stored = { ...purchase.summary, bookingKey: readKeys(createBooking)[0], sentAt: Date.now() };
    expect(findAttempt('off_fresh')).toEqual({ ...stored, bookingId: 'bok_7' });
    expect(attempts.current?.authorisation).toMatchObject({
      ...{ paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } },
    });
  });

  it('[PROVIDER-32] leads to the status page of a booking whose cookie this browser lost', async () => {
    respondTo(createBooking, () => ({ status: 201, body: bookingLink }));
    expect(await press(attempts)).toEqual({ kind: 'pending', statusToken: bookingLink.statusToken });
    expect(findAttempt('off_fresh')?.statusToken).toBe(bookingLink.statusToken);
  });

  it('is pending and stored while the service still processes the first call', async () => {
    respondTo(createBooking, () => errorResponse('IDEMPOTENCY_IN_PROGRESS'));
    expect(await press(attempts)).toEqual({ kind: 'pending' });
    expect(findAttempt('off_fresh')).toBeDefined();
    expect(attempts.current?.authorisation?.paymentId).toBe('pay_1');
  });
});

describe('a booking that the airline rejected', () => {
  it.each([
    ['an error', () => errorResponse('BOOKING_REFUSED')],
    ['the status cancelled', cancelledBooking],
  ])('[PAY-27] ends the attempt: %s', async (_, respond) => {
    respondTo(createBooking, respond);
    expect(await press(attempts)).toEqual(rejected);
    expect(attempts.current).toBeUndefined();
    expect(findAttempt('off_fresh')).toBeUndefined();
  });
});

describe('a successful booking', () => {
  it('[PAY-17] [PAY-18] books what was paid for, and ends the attempt', async () => {
    expect(await press(attempts)).toEqual({ kind: 'booked', booking: sampleBookingResponse() });
    const { offerId, amount, fareAmount, currency, seats, bags, passengers } = purchase;
    const [payment, booking] = [requestsTo(processCard), requestsTo(createBooking)];
    expect(payment.map(({ body }) => body)).toEqual([
      {
        ...{ offerId, amount, fareAmount, currency, seats, bags, ...card },
        ...{ travellers: [], contactEmail: 'ada@example.com' },
      },
    ]);
    expect(booking.map(({ body }) => body)).toEqual([
      { offerId, passengers, seats, bags, paymentDetails: { amount, currency, paymentId: 'pay_1' } },
    ]);
    expect(attempts.current).toBeUndefined();
    expect(findAttempt('off_fresh')).toBeUndefined();
  });

  it('[PAY-18] checks the offer 0.5 s after the payment and books 0.3 s later', async () => {
    const times: Record<string, number> = {};
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
    await press(attempts);
    const { paid = 0, checked = 0, booked = 0 } = times;
    expect([checked - paid, booked - checked]).toEqual([500, 300]);
  });

  it('sends the id of a payment method instead of card details', async () => {
    await skipPauses(completeBooking(purchase, { paymentMethodId: 'pm_1' }, attempts));
    expect(requestsTo(processCard)[0]?.body).toMatchObject({ paymentMethodId: 'pm_1' });
    expect(requestsTo(processCard)[0]?.body).not.toHaveProperty('cardDetails');
  });
});

describe('resumeAttempt', () => {
  const attempt = (age = 0): StoredAttempt => ({
    ...purchase.summary,
    bookingKey: 'a-booking-key',
    sentAt: Date.now() - age,
  });
  const resume = (stored: StoredAttempt) => {
    storeAttempt(stored);
    return resumeAttempt(stored);
  };
  const isStored = () => findAttempt('off_fresh') !== undefined;

  it.each([
    ['there is no response', connectionFailure()],
    ['the response is empty', proxyResponse(200)],
    ['the service is unavailable', errorResponse('SERVICE_UNAVAILABLE')],
    ['the rate limit of a proxy is reached', proxyResponse(429)],
    ['the first call is still in progress', errorResponse('IDEMPOTENCY_IN_PROGRESS')],
  ])('[STATUS-05] stays pending and stored while %s', async (_, response) => {
    respondTo(resumeBooking, () => response);
    expect(await resume(attempt(60_000))).toEqual({ kind: 'pending' });
    expect(isStored()).toBe(true);
    expect(readKeys(resumeBooking)).toEqual(['a-booking-key']);
  });

  it('[STATUS-05] stays pending for 20 s when the call has not arrived, and is then not sent', async () => {
    respondTo(resumeBooking, () => errorResponse('BOOKING_NOT_FOUND'));
    expect(await resume(attempt(19_999))).toEqual({ kind: 'pending' });
    expect(isStored()).toBe(true);
    expect(await resume(attempt(20_000))).toEqual({
      kind: 'booking-failed',
      title: 'Booking Not Found',
      description:
        'This browser has no booking here. If yours reached us before the page was left, the result comes by email: please look there first. Otherwise nothing was booked or charged, and you can book again.',
    });
    expect(isStored()).toBe(false);
  });

  it('[PROVIDER-32] leads to the status page of a booking whose cookie this browser lost', async () => {
    respondTo(resumeBooking, () => ({ body: bookingLink }));
    expect(await resume(attempt())).toEqual({ kind: 'pending', statusToken: bookingLink.statusToken });
  });

  it('[STATUS-05] keeps the id of a booking that is pending', async () => {
    respondTo(resumeBooking, pendingBooking);
    expect(await resume(attempt())).toEqual({ kind: 'pending', bookingId: 'bok_7' });
    expect(findAttempt('off_fresh')).toEqual({ ...attempt(), bookingId: 'bok_7' });
  });

  it.each([
    ['an error', () => errorResponse('BOOKING_REFUSED')],
    ['the status cancelled', cancelledBooking],
  ])('[STATUS-05] ends with the rejection of the airline: %s', async (_, respond) => {
    respondTo(resumeBooking, respond);
    expect(await resume(attempt())).toEqual(rejected);
    expect(isStored()).toBe(false);
  });

  it('[STATUS-05] ends with the confirmed booking', async () => {
    respondTo(resumeBooking, () => ({ body: sampleBookingResponse() }));
    expect(await resume(attempt())).toEqual({ kind: 'booked', booking: sampleBookingResponse() });
    expect(isStored()).toBe(false);
  });
});
