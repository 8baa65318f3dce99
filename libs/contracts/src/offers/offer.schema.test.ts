import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { sampleOffer } from '../testing/samples.ts';
import { offerSchema } from './offer.schema.ts';

it('[API-03] [API-04] [API-05] [API-06] an offer has all of its fields and does without none but stops on the way', () => {
  expect(offerSchema.parse(sampleOffer)).toEqual(sampleOffer);
  expect(optionalPaths(offerSchema, sampleOffer)).toEqual(['slices.0.segments.0.stops']);
});

it.each([
  ['conditions', { ...sampleOffer.conditions, refundable: null, changeable: null, cancellation_options: [] }],
  [
    'available_services',
    [{ ...sampleOffer.available_services[0], total_amount: null, total_currency: null }],
  ],
])('[API-04] the %s may leave open what the airline does not tell', (name, value) => {
  expect(offerSchema.safeParse({ ...sampleOffer, [name]: value }).success).toBe(true);
});

it.each([
  ['conditions', { ...sampleOffer.conditions, refundable: 'yes' }],
  ['available_services', [{ ...sampleOffer.available_services[0], total_amount: 40 }]],
  ['passenger_identity_documents_required', null],
])('[API-04] other %s are refused', (name, value) => {
  expect(offerSchema.safeParse({ ...sampleOffer, [name]: value }).success).toBe(false);
});
