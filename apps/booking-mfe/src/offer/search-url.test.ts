import { parseSearchQuery } from '@fareline/contracts/pages';
import { sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { oneAdultOffer } from '../testing/samples.ts';
import { backUrl, searchUrl } from './search-url.ts';

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

  it('[PAY-13] [PAY-16] leads back to the search that the booking began with: cabin, travellers, filters and order', () => {
    const from =
      'from_origin=NYC&from_destination=BOS&from_departureDate=2026-12-05&from_returnDate=2026-12-12&from_cabinClass=business&from_adults=1&from_children=0&from_infants=0&from_stops=0&from_sort=duration';
    const url = searchUrl(
      oneAdultOffer({ slices: [outbound, inbound] }),
      `offer=off_1&adults=1&children=0&infants=0&${from}`,
    );
    expect(parseSearchQuery(new URL(url, 'https://fareline.example').searchParams)).toEqual({
      origin: 'NYC',
      destination: 'BOS',
      departureDate: '2026-12-05',
      returnDate: '2026-12-12',
      cabinClass: 'business',
      adultsCount: 1,
      childrenCount: 0,
      infantsCount: 0,
      tripType: 'round-trip',
    });
    expect(url).toMatch(/[?&]stops=0&sort=duration/);
    expect(url).not.toContain('from_');
    expect(backUrl(`?offer=off_1&${from}`)).toMatch(/^\/search\?.*origin=NYC.*cabinClass=business.*stops=0/);
    expect(backUrl('?offer=off_1')).toBe('/');
  });

  it('[PAY-13] searches in the cabin of the offer when the query names none', () => {
    const segments = outbound.segments.map((segment) => ({ ...segment, cabin_class: 'business' }));
    expect(parameters(oneAdultOffer({ slices: [{ ...outbound, segments }] }), 'offer=off_1').cabinClass).toBe(
      'business',
    );
  });

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
