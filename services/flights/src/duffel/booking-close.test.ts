import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { closeBeforeDeparture } from './booking-close.ts';

const expires = '2027-04-29T20:00:00.000Z';

beforeEach(() => vi.useFakeTimers({ now: new Date('2027-04-29T19:32:00Z') }));
afterEach(() => vi.useRealTimers());

/** When an offer closes that departs at a local time of a zone. */
function close(departs: string, zone: string | null, minutes = 60): string | undefined {
  const slice = sampleSlice('LHR', 'JFK', { departs });
  slice.origin.time_zone = zone;
  const offer = { ...sampleOffer({ slices: [slice] }), expires_at: expires };
  return closeBeforeDeparture({ offer } as unknown as ProviderOffer, minutes)?.offer.expires_at;
}

it('[DEPART-01] an offer closes an hour before its departure, by the clock of its airport', () => {
  expect(close('2027-04-29T21:33:00', 'Europe/London')).toBe('2027-04-29T19:33:00.000Z');
  expect(close('2027-04-29T16:33:00', 'America/New_York')).toBe('2027-04-29T19:33:00.000Z');
  expect(close('2027-04-30T05:33:00', 'Asia/Tokyo')).toBe('2027-04-29T19:33:00.000Z');
  expect(close('2027-04-29T21:33:00', 'Europe/London', 30)).toBe(expires);
});

it('[DEPART-01] a flight that has departed, or does within the hour, is not offered', () => {
  expect(close('2027-04-29T06:00:00', 'Europe/London')).toBeUndefined();
  expect(close('2027-04-29T21:32:00', 'Europe/London')).toBeUndefined();
  expect(close('2027-04-30T04:00:00', 'Asia/Tokyo')).toBeUndefined();
});

it('[DEPART-01] a later flight keeps the expiry of the provider', () => {
  expect(close('2027-04-29T22:01:00', 'Europe/London')).toBe(expires);
  expect(close('2027-06-01T06:00:00', 'Europe/London')).toBe(expires);
});

it('[DEPART-02] an offer tells whether its expiry is that of the booking or of the airline', () => {
  const [soon, later] = ['2027-04-29T21:33:00', '2027-04-29T22:01:00'].map((departs) => {
    const slice = sampleSlice('LHR', 'JFK', { departs });
    slice.origin.time_zone = 'Europe/London';
    const offer = { ...sampleOffer({ slices: [slice] }), expires_at: expires };
    return closeBeforeDeparture({ offer } as unknown as ProviderOffer, 60);
  });
  expect(soon).toMatchObject({ closesBeforeDeparture: true });
  expect(later).not.toHaveProperty('closesBeforeDeparture');
});

it.each([null, 'Mars/Olympus'])(
  '[DEPART-01] in the unknown zone %s the earliest departure counts',
  (zone) => {
    expect(close('2027-04-30T11:00:00', zone)).toBeUndefined();
    expect(close('2027-04-30T11:33:00', zone)).toBe('2027-04-29T19:33:00.000Z');
  },
);
