import { sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { fetchAgreedPrice, toSeatKey } from './offer-price.ts';

it('[MONEY-21] recognises the same seats in another sequence', () => {
  const [first, second] = ['ase_1', 'ase_2'].map((seatId) => ({ passengerId: 'pas_1', seatId }));
  if (!first || !second) throw new Error('two seats are needed');
  expect(toSeatKey([second, first])).toBe(toSeatKey([first, second]));
  expect(toSeatKey([first])).not.toBe(toSeatKey([first, second]));
});

it('[MODE-06] refuses a quote of another mode than the booking has', async () => {
  const fetchPrice = (mode: 'test' | 'live') => {
    const quote = { offer: sampleOffer(), mode, amount: '10.00', currency: 'USD' };
    const deps = {
      callFlights: () => Promise.resolve(quote),
      config: { QUOTE_TIMEOUT_MS: 1000 },
    } as unknown as Deps;
    const agreed = {
      offer_id: 'off_1',
      mode: 'test',
      brand: 'fareline',
      amount_minor: 1000,
      currency: 'USD',
    } as const;
    return fetchAgreedPrice(deps, agreed, []);
  };
  await expect(fetchPrice('live')).rejects.toMatchObject({ code: 'OFFER_EXPIRED' });
  expect(await fetchPrice('test')).toMatchObject({ mode: 'test' });
});
