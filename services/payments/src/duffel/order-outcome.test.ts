import { TimeoutError } from '@fareline/service-kit/with-timeout';
import { describe, expect, it } from 'vitest';
import { toOrderOutcome } from './order-outcome.ts';
import { isSignedByDuffel } from './webhook-signature.ts';

const failure = (status: number, code: string, type = 'airline_error') => ({
  status,
  meta: { status },
  errors: [{ code, type, message: 'x' }],
});

const invalidField = (pointer: string | undefined) => ({
  status: 422,
  meta: { status: 422 },
  errors: [{ code: 'invalid', type: 'validation_error', message: 'x', source: { pointer } }],
});

describe('toOrderOutcome', () => {
  it.each([
    ['a 500', failure(500, 'internal_server_error', 'api_error')],
    ['a 502 that is not order_not_created', failure(502, 'airline_internal')],
    ['an unknown error of the airline', failure(422, 'airline_unknown')],
    ['a timeout of a proxy', { status: 504 }],
    ['a body that is not JSON', { status: 400, name: 'SyntaxError' }],
    ['a lost connection', new TypeError('fetch failed')],
    ['no response in time', new TimeoutError('no response within 130000 ms')],
    ['a 408', failure(408, 'request_timeout', 'api_error')],
    ['an internal error of the airline', failure(422, 'airline_internal')],
    ['an error of the airline without a reason', failure(400, 'airline_error')],
    ['a redirect', failure(399, 'price_changed')],
  ])('[PROVIDER-34] maps %s to an unknown outcome', (_, error) => {
    expect(toOrderOutcome(error)).toMatchObject({ kind: 'unknown', isAccepted: false });
  });

  it.each([
    [failure(502, 'order_not_created'), 'BOOKING_REFUSED'],
    [failure(422, 'price_changed'), 'PRICE_CHANGED'],
    [failure(422, 'offer_no_longer_available'), 'OFFER_UNAVAILABLE'],
    [failure(422, 'offer_request_already_booked'), 'OFFER_UNAVAILABLE'],
    [failure(422, 'order_creation_already_attempted'), 'OFFER_UNAVAILABLE'],
    [failure(422, 'offer_expired'), 'OFFER_EXPIRED'],
    [failure(422, 'ancillary_service_not_available'), 'SEAT_UNAVAILABLE'],
    [failure(422, 'unavailable_service'), 'SEAT_UNAVAILABLE'],
    [failure(400, 'bad_request', 'invalid_request_error'), 'BOOKING_REFUSED'],
    [failure(499, 'anything', 'invalid_request_error'), 'BOOKING_REFUSED'],
    [failure(422, 'validation_required', 'validation_error'), 'BOOKING_REFUSED'],
    [failure(429, 'rate_limit_exceeded', 'rate_limit_error'), 'SERVICE_UNAVAILABLE'],
  ])('[MONEY-24] maps an error in the provider’s format to a refusal: %j', (error, code) => {
    expect(toOrderOutcome(error)).toMatchObject({ kind: 'refused', code });
  });
});

it.each([
  ['duplicate_booking', 'already has a booking for these passengers'],
  ['insufficient_balance', 'cannot book this flight online right now'],
  ['duplicate_passenger_name', 'two passengers with the same name'],
])('[MONEY-24] explains the refusal %s and that nothing was charged', (code, part) => {
  const outcome = toOrderOutcome(failure(422, code));
  expect(outcome).toMatchObject({ kind: 'refused', code: 'BOOKING_REFUSED' });
  expect(outcome.kind === 'refused' && outcome.message).toContain(part);
  expect(outcome.kind === 'refused' && outcome.message).toContain('Nothing was charged.');
});

it.each([
  ['/passengers/0/title', 'passengers.0.title', 'title'],
  ['/passengers/0/gender', 'passengers.0.gender', 'gender'],
  ['/passengers/11/given_name', 'passengers.11.firstName', 'first name'],
  ['/passengers/1/family_name', 'passengers.1.lastName', 'last name'],
  ['/passengers/0/born_on', 'passengers.0.dateOfBirth', 'date of birth'],
  ['/passengers/0/email', 'passengers.0.email', 'email address'],
  ['/passengers/0/phone_number', 'passengers.0.phone', 'phone number'],
  ['/passengers/0/identity_documents', 'passengers.0.passportNumber', 'passport'],
  ['/passengers/0/identity_documents/0/type', 'passengers.0.passportNumber', 'passport'],
  ['/passengers/2/identity_documents/10/unique_identifier', 'passengers.2.passportNumber', 'passport number'],
  ['/passengers/0/identity_documents/0/expires_on', 'passengers.0.passportExpiryDate', 'passport expiry'],
  [
    '/passengers/0/identity_documents/0/issuing_country_code',
    'passengers.0.passportIssuingCountry',
    'issuing country',
  ],
])('[FIELD-04] leads from %s to its field', (pointer, path, label) => {
  expect(toOrderOutcome(invalidField(pointer))).toMatchObject({
    kind: 'refused',
    message: `The airline does not take this ${label}. Nothing was charged. Please check it and try again.`,
    fields: [{ path, message: `The airline does not take this ${label}` }],
  });
});

it.each([undefined, '', '/services/0/id', '/passengers/0/loyalty_programme', '/x/passengers/0/title'])(
  '[FIELD-04] names no field for the pointer %s',
  (pointer) => {
    expect(toOrderOutcome(invalidField(pointer))).not.toHaveProperty('fields');
    expect(toOrderOutcome(invalidField(pointer))).not.toHaveProperty('message');
  },
);

it('[LEDGER-08] says that the balance at the airline does not suffice, and of no other refusal', () => {
  expect(toOrderOutcome(failure(422, 'insufficient_balance'))).toMatchObject({ isBalanceInsufficient: true });
  expect(toOrderOutcome(failure(422, 'price_changed'))).not.toHaveProperty('isBalanceInsufficient');
});

it('[MONEY-24] leaves other refusals to the message of their code', () => {
  expect(toOrderOutcome(failure(422, 'price_changed'))).not.toHaveProperty('message');
});

describe('isSignedByDuffel', () => {
  it('[PROVIDER-45] refuses a wrong secret, another body, an old message and a malformed header', () => {
    const now = 1_800_000_000_000;
    // hmac-sha256("secret-secret", "1800000000.{}")
    const signature = 't=1800000000,v1=3943183baae49b7797a75d7af1fbf0cb770df7bff19536d7f4892362fc37d4ec';
    expect(isSignedByDuffel('{}', signature, 'secret-secret', now)).toBe(true);
    expect(isSignedByDuffel('{}', signature, 'other-secret', now)).toBe(false);
    expect(isSignedByDuffel('{ }', signature, 'secret-secret', now)).toBe(false);
    expect(isSignedByDuffel('{}', signature, 'secret-secret', now + 301_000)).toBe(false);
    for (const header of ['', 't=1', 'v1=aa', 't=x,v1=zz', '=,=,'])
      expect(isSignedByDuffel('{}', header, 'secret-secret', now)).toBe(false);
  });
});
