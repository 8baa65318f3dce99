import { ResponseError, StatedError } from '@fareline/contracts/client';
import { describe, expect, it } from 'vitest';
import {
  classifyBookingError,
  classifyPaymentError,
  isBookingNotFound,
  isInProgress,
  isKeyReused,
  isOutcomeUnknown,
  isRateLimited,
} from './failures.ts';

const response = (status: number, error: string, message: string, details?: object) =>
  new ResponseError(status, JSON.stringify({ error, message, ...(details ? { details } : {}) }));
const declined =
  'Your card was declined or the card details were incorrect. Please check your information and try again with a different card if necessary.';
const change = { offer_id: 'off_2', old_amount: '100.00', new_amount: '110.00', currency: 'USD' };

describe.each([
  ['payment', classifyPaymentError],
  ['booking', classifyBookingError],
])('an error of the %s call about the offer', (_, classify) => {
  it.each([
    [
      response(410, 'OFFER_EXPIRED', 'Gone.'),
      'Flight Offer Expired',
      'Gone. Offers typically expire after 30 minutes',
    ],
    [
      response(400, 'VALIDATION_ERROR', 'It has EXPIRED.'),
      'Flight Offer Expired',
      'It has EXPIRED. Offers typically expire after 30 minutes',
    ],
    [response(410, 'DEPARTURE_TOO_CLOSE', 'Too soon.'), 'Flight Leaves Too Soon', 'Too soon.'],
    [response(410, 'OFFER_UNAVAILABLE', 'Sold.'), 'Offer No Longer Available', 'Sold.'],
    [response(404, 'OFFER_NOT_FOUND', 'None.'), 'Offer No Longer Available', 'None.'],
    [
      response(400, 'VALIDATION_ERROR', 'No longer available'),
      'Offer No Longer Available',
      'No longer available',
    ],
  ])('[PAY-24] [PAY-25] [DEPART-02] %s', (failure, title, description) =>
    expect(classify(failure)).toEqual({ kind: 'offer-unavailable', title, description }),
  );

  it('is a changed price with both amounts, unless it does not tell them', () => {
    expect(classify(response(409, 'PRICE_CHANGED', 'More.', change))).toEqual({
      kind: 'price-changed',
      change,
    });
    expect(classify(response(409, 'PRICE_CHANGED', 'More.')).kind).not.toBe('price-changed');
    expect(classify(response(409, 'AMOUNT_MISMATCH', 'More.', change)).kind).not.toBe('price-changed');
  });

  it('is a seat that was taken', () =>
    expect(classify(response(409, 'SEAT_UNAVAILABLE', 'Taken.'))).toEqual({
      kind: 'extras-unavailable',
      soldOut: undefined,
      title: 'Booking Failed',
      description: 'Taken.',
    }));
});

describe('an error of the payment call', () => {
  it.each([
    ['a card', response(402, 'X', 'Your card failed'), 'Card Payment Failed', 'Your card failed'],
    ['a payment', response(402, 'X', 'Payment refused'), 'Card Payment Failed', 'Payment refused'],
    ['a decline', response(402, 'X', 'Declined'), 'Card Payment Failed', 'Declined'],
    ['something else', response(400, 'X', 'No'), 'Payment Error', 'No'],
    [
      'only a status',
      new ResponseError(502, '<html>'),
      'Card Payment Failed',
      'Payment failed with status 502',
    ],
    ['what we say ourselves', new StatedError('It stopped'), 'Payment Error', 'It stopped'],
    [
      'an exception',
      new Error('card is not a function'),
      'Payment Error',
      'Nothing answered. Nothing was booked. Please try again.',
    ],
    [
      'a failed fetch',
      new TypeError('fetch failed'),
      'Payment Error',
      'Nothing answered. Nothing was booked. Please try again.',
    ],
    ['nothing', 'odd', 'Payment Error', 'Nothing answered. Nothing was booked. Please try again.'],
  ])('[PAY-28] [PAY-29] about %s', (_, failure, title, description) =>
    expect(classifyPaymentError(failure)).toEqual({ kind: 'payment-failed', title, description }),
  );
});

describe('a refusal of the payment call', () => {
  const refuse = (status: number, details?: object) =>
    new ResponseError(
      status,
      JSON.stringify({ error: 'X', message: 'Your card waits.', ...(details ? { details } : {}) }),
      '40',
    );
  it.each([
    [refuse(429, { limit: 'visitor' }), 'Too Many Declined Cards'],
    [refuse(429, { limit: 'offer' }), 'Too Many Declined Cards'],
    [refuse(429, { limit: 'connection' }), 'Too Many Payment Tries From Your Connection'],
    [refuse(429, { limit: 'all' }), 'Fewer Card Payments Are Accepted Right Now'],
    [refuse(429, { limit: 'in_progress' }), 'A Payment Is Still Being Checked'],
  ])('[LIMIT-02] keeps the card after %s', (failure, title) =>
    expect(classifyPaymentError(failure)).toEqual({
      kind: 'payment-refused',
      title,
      description: 'Your card waits.',
      retryAfterSeconds: 40,
    }),
  );

  it('[PAY-22] rejects a card that was tried too often', () =>
    expect(classifyPaymentError(refuse(429, { limit: 'card' }))).toEqual({
      kind: 'payment-failed',
      title: 'Too Many Tries of This Card',
      description: 'Your card waits.',
    }));

  it.each([refuse(429, { limit: 'another' }), refuse(429), refuse(503)])(
    '[PAY-22] [PAY-28] rejects the card when no known limit refused the call: %s',
    (failure) =>
      expect(classifyPaymentError(failure)).toEqual({
        kind: 'payment-failed',
        title: 'Card Payment Failed',
        description: 'Your card waits.',
      }),
  );
});

describe('an error of the booking call', () => {
  it.each([
    response(402, 'X', 'The payment was refused'),
    response(402, 'X', 'Bad CARD'),
    response(402, 'PAYMENT_FAILED', 'No.'),
    response(404, 'X', 'Resource not found'),
    new StatedError('The card was refused'),
  ])('[PAY-26] clears the card after %s', (failure) =>
    expect(classifyBookingError(failure)).toEqual({
      kind: 'booking-failed',
      isCardRejected: true,
      title: 'Payment Failed',
      description: declined,
    }),
  );

  it.each([
    [response(400, 'X', 'Wrong name'), 'Wrong name'],
    [response(404, 'PAYMENT_NOT_FOUND', 'Look in your email.'), 'Look in your email.'],
    [new StatedError('It stopped'), 'It stopped'],
    [new Error('card is not a function'), 'Something went wrong. Please try again.'],
    [new ResponseError(502, '<html>'), 'Something went wrong. Please try again.'],
    [new TypeError('fetch of card failed'), 'Something went wrong. Please try again.'],
    ['odd', 'Something went wrong. Please try again.'],
  ])('[PAY-27] has its message or a general one: %s', (failure, description) =>
    expect(classifyBookingError(failure)).toEqual({
      kind: 'booking-failed',
      title: 'Booking Failed',
      description,
    }),
  );
});

it.each([
  ['no response', new TypeError('fetch failed'), true],
  ['status 500', response(500, 'INTERNAL_ERROR', ''), true],
  ['status 503', response(503, 'SERVICE_UNAVAILABLE', ''), true],
  ['a card provider that made no call', response(503, 'PAYMENT_UNAVAILABLE', ''), false],
  ['status 499', response(499, 'X', ''), false],
  ['a decline', response(402, 'PAYMENT_FAILED', ''), false],
])('after %s the outcome is unknown: %s', (_, failure, isUnknown) =>
  expect(isOutcomeUnknown(failure)).toBe(isUnknown),
);

it('recognises each error by its code or status', () => {
  const codes = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'BOOKING_NOT_FOUND'];
  const failures = [
    ...codes.map((code) => response(409, code, '')),
    response(429, 'X', ''),
    new Error('429'),
  ];
  const check = (is: (failure: unknown) => boolean) => failures.map(is);
  expect(check(isInProgress)).toEqual([true, false, false, false, false]);
  expect(check(isKeyReused)).toEqual([false, true, false, false, false]);
  expect(check(isBookingNotFound)).toEqual([false, false, true, false, false]);
  expect(check(isRateLimited)).toEqual([false, false, false, true, false]);
});
