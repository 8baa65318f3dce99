import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import {
  countStops,
  getMarketingCarriers,
  getPriceMinor,
  getStopCodes,
  getTotalMinutes,
  hasOutbound,
  includesBag,
  isExpired,
} from './offer-properties.ts';

const slice = (stops: string[], duration: string | null = 'PT8H30M') =>
  sampleSlice('LHR', 'JFK', { stops, duration });

describe('offer properties', () => {
  it('[CARD-07] a price without currency is in USD, and one that is not a number is sorted last', () => {
    expect(getPriceMinor(sampleOffer({ total_amount: '12.5', total_currency: '' }))).toBe(1250);
    expect(getPriceMinor(sampleOffer({ total_amount: '1250', total_currency: 'JPY' }))).toBe(1250);
    expect(getPriceMinor(sampleOffer({ total_amount: 'much' }))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('[CARD-04] [OFFER-07] stops are between the segments', () => {
    expect([slice([]), slice(['AMS', 'DXB'])].map(countStops)).toEqual([0, 2]);
    expect(countStops({ ...slice([]), segments: [] })).toBe(0);
    const two = slice(['AMS', 'DXB']);
    two.segments[1]!.destination.iata_code = null;
    expect(getStopCodes(two)).toEqual(['AMS', 'N/A']);
  });

  it('[RESULTS-14] the duration is that of all slices, an unknown one is sorted last', () => {
    expect(getTotalMinutes(sampleOffer({ slices: [slice([]), slice([], 'PT1H')] }))).toBe(570);
    expect(getTotalMinutes(sampleOffer({ slices: [slice([], null), slice([], 'PT1H')] }))).toBe(100_060);
  });

  it('[CARD-05] [FILTER-09] marketing carriers are distinct by code, else by name', () => {
    const offer = sampleOffer({
      slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] }), slice([])],
    });
    expect(getMarketingCarriers(offer).map(({ iata_code }) => iata_code)).toEqual(['BA', 'KL']);
    offer.slices[0]!.segments[1]!.marketing_carrier = { name: 'Air X', iata_code: null, logo_url: null };
    expect(getMarketingCarriers(offer).map(({ name }) => name)).toEqual(['Airline BA', 'Air X']);
    offer.slices[0]!.segments[1]!.marketing_carrier = { name: null, iata_code: null, logo_url: null };
    expect(getMarketingCarriers(offer)).toHaveLength(1);
  });

  it('[CARD-09] an offer has an outbound flight when its first slice has a segment', () => {
    expect(hasOutbound(sampleOffer())).toBe(true);
    expect(hasOutbound(sampleOffer({ slices: [{ ...slice([]), segments: [] }, slice([])] }))).toBe(false);
    expect(hasOutbound(sampleOffer({ slices: [] }))).toBe(false);
  });

  it('an offer expires at its time, and never without one', () => {
    const offer = sampleOffer({ expires_at: '2026-12-05T09:00:00Z' });
    const expiry = Date.parse(offer.expires_at);
    expect([expiry - 1, expiry, expiry + 1].map((now) => isExpired(offer, now))).toEqual([false, true, true]);
    expect(isExpired(sampleOffer({ expires_at: '' }), expiry)).toBe(false);
  });

  it.each([
    ['baggage', '0', true],
    ['baggage', '0.00', true],
    ['baggage', '35.00', false],
    ['baggage', null, false],
    ['cabin_bag', '0', false],
  ])('[FILTER-14] a service %s for %s is an included checked bag: %s', (type, total_amount, isIncluded) => {
    const bag = { id: 's', name: 'Bag', description: '', type, total_amount, total_currency: 'USD' };
    const meal = { ...bag, type: 'meal', total_amount: '0' };
    expect(includesBag(sampleOffer({ available_services: [meal, bag] }), 'baggage')).toBe(isIncluded);
  });
});
