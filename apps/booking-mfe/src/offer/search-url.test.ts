import { sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { oneAdultOffer } from '../testing/samples.ts';
import { searchUrl } from './search-url.ts';

const outbound = sampleSlice('JFK', 'BOS', { departs: '2026-12-05T09:00:00' });
const inbound = sampleSlice('BOS', 'JFK', { departs: '2026-12-12T09:00:00' });
const parameters = (...args: Parameters<typeof searchUrl>) =>
  Object.fromEntries(new URL(searchUrl(...args), 'https://fareline.example').searchParams);

describe('searchUrl', () => {
  it('leaves out what the airline does not give', () => {
    const travellers = { adultsCount: '1', childrenCount: '0', infantsCount: '0' };
    const unknownPlace = { ...outbound.origin, iata_code: null };
    const unknown = { ...outbound, origin: unknownPlace, destination: unknownPlace, departure_time: null };
    expect(parameters(oneAdultOffer({ slices: [unknown, unknown] }), '')).toEqual(travellers);
    expect(parameters(oneAdultOffer({ slices: [] }), '')).toEqual(travellers);
  });

  it('has no return date for a one-way offer', () =>
    expect(parameters(oneAdultOffer({ slices: [outbound] }), '')).not.toHaveProperty('returnDate'));

  it('[PAY-13] [PAY-16] keeps the parameters of the current query', () =>
    expect(
      parameters(
        oneAdultOffer({ slices: [outbound, inbound] }),
        'origin=NYC&departureDate=2026-12-04&adultsCount=2&cabinClass=business&sort=price',
      ),
    ).toMatchObject({
      origin: 'NYC',
      destination: 'BOS',
      departureDate: '2026-12-04',
      returnDate: '2026-12-12',
      adultsCount: '2',
      cabinClass: 'business',
      sort: 'price',
    }));

  it('searches for the itinerary and the travellers of the offer when the query has only its id', () => {
    const types = ['adult', 'adult', 'adult', 'child', 'child', 'infant_without_seat'] as const;
    const passengers = types.map((type, index) => ({ id: `pas_${index}`, type }));
    const offer = oneAdultOffer({ slices: [outbound, inbound], passengers });
    expect(searchUrl(offer, 'offerId=off_1')).toMatch(/^\/search\?offerId=off_1&/);
    expect(parameters(offer, 'offerId=off_1')).toEqual({
      offerId: 'off_1',
      origin: 'JFK',
      destination: 'BOS',
      departureDate: '2026-12-05',
      returnDate: '2026-12-12',
      adultsCount: '3',
      childrenCount: '2',
      infantsCount: '1',
    });
  });
});
