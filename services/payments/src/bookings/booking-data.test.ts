import { sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import type { PricedOffer } from '../offers/offer-price.ts';
import { toBookingData } from './booking-data.ts';

it('[LIST-04] [LIST-07] stores fare and included bags of the offer that was sold', () => {
  const offer = sampleOffer({ included_bags: { cabin: 1, checked: 2 } });
  offer.slices[0]!.segments[0]!.cabin_class = 'business';
  const quote = { offer, seats: [], bags: [], price: { minor: 38950, currency: 'USD' } };
  expect(toBookingData(quote as unknown as PricedOffer, [])).toMatchObject({
    slices: [{ fare_brand_name: 'Basic', segments: [{ cabin_class: 'business' }] }],
    included_bags: { cabin: 1, checked: 2 },
  });
});
