import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { sampleConditions, sampleOffer, sampleSlice } from '../testing/offers.ts';
import {
  offerDetailsSchema,
  offerParamsSchema,
  offerRefreshSchema,
  offerSchema,
  verifyErrorCodes,
  verifyResultSchema,
} from './offer.schema.ts';

const bag = {
  id: 'ase_1',
  name: 'Checked bag',
  description: 'One bag of 23 kg',
  type: 'baggage',
  total_amount: '40.00',
  total_currency: 'USD',
};
const slice = sampleSlice('LHR', 'JFK');
slice.segments[0]!.services = [{ type: 'wifi', description: 'Wi-Fi, free' }];
/** An offer in which no list is empty. */
const offer = sampleOffer({
  slices: [slice],
  available_services: [bag],
  conditions: sampleConditions({
    cancellation_options: [
      { type: 'refund_before_departure', penalty_amount: '50.00', penalty_currency: 'USD' },
    ],
  }),
});

it('[API-03] [API-04] [API-05] [API-06] requires all fields of an offer', () => {
  expect(offerSchema.parse(offer)).toEqual(offer);
  expect(optionalPaths(offerSchema, offer)).toEqual([]);
});

it.each([
  ['conditions', sampleConditions()],
  ['available_services', [{ ...bag, total_amount: null, total_currency: null }]],
])('[API-04] accepts null in %s for data that the airline does not provide', (name, value) => {
  expect(offerSchema.safeParse({ ...offer, [name]: value }).success).toBe(true);
});

it.each([
  ['conditions', { ...sampleConditions(), refundable: 'yes' }],
  ['available_services', [{ ...bag, total_amount: 40 }]],
  ['passenger_identity_documents_required', null],
])('[API-04] rejects invalid %s', (name, value) => {
  expect(offerSchema.safeParse({ ...offer, [name]: value }).success).toBe(false);
});

it('[API-13] a verify result requires only `valid`', () => {
  const result = {
    valid: false,
    message: 'This flight offer has expired.',
    error: 'OFFER_EXPIRED',
    offer_id: 'off_1',
    expires_at: '2026-12-01T10:00:00Z',
    minutes_remaining: 0,
  };
  expect(verifyResultSchema.parse(result)).toEqual(result);
  expect(optionalPaths(verifyResultSchema, result)).toEqual(
    Object.keys(result).filter((name) => name !== 'valid'),
  );
  for (const error of verifyErrorCodes)
    expect(verifyResultSchema.safeParse({ valid: false, error }).success).toBe(true);
  expect(verifyResultSchema.safeParse({ valid: false, error: 'OTHER' }).success).toBe(false);
});

it('offer details have the listed price and fare, or null', () => {
  const listed = { total_amount: '380.00', total_currency: 'USD', fare_brand_name: 'Basic' };
  const details = { ...offer, listed };
  expect(offerDetailsSchema.parse(details)).toEqual(details);
  expect(optionalPaths(offerDetailsSchema, details)).toEqual([]);
  expect(offerDetailsSchema.safeParse({ ...offer, listed: null }).success).toBe(true);
});

it('a refreshed offer has the previous price and whether it changed', () => {
  const refresh = { offer, price_changed: true, previous_total_amount: '380.00' };
  expect(offerRefreshSchema.parse(refresh)).toEqual(refresh);
  expect(optionalPaths(offerRefreshSchema, refresh)).toEqual([]);
});

it('the id of an offer has 1 to 120 characters', () => {
  const isValid = (length: number) => offerParamsSchema.safeParse({ id: 'x'.repeat(length) }).success;
  expect([0, 1, 120, 121].map(isValid)).toEqual([false, true, true, false]);
});
