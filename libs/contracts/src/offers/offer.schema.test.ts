import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { sampleConditions, sampleOffer, sampleSlice } from '../testing/offers.ts';
import { offerSchema } from './offer.schema.ts';

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

it('[API-03] [API-04] [API-05] [API-06] requires all fields of an offer except stops', () => {
  expect(offerSchema.parse(offer)).toEqual(offer);
  expect(optionalPaths(offerSchema, offer)).toEqual(['slices.0.segments.0.stops']);
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
