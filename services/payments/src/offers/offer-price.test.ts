import { sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { fetchAgreedPrice, fetchLivePrice, toExtrasKey } from './offer-price.ts';

it('[MONEY-21] [EXTRA-02] recognises the same seats in another sequence, and other bags', () => {
  const [first, second] = ['ase_1', 'ase_2'].map((seatId) => ({ passengerId: 'pas_1', seatId }));
  if (!first || !second) throw new Error('two seats are needed');
  expect(toExtrasKey({ seats: [second, first], bags: [] })).toBe(
    toExtrasKey({ seats: [first, second], bags: [] }),
  );
  expect(toExtrasKey({ seats: [first], bags: [] })).not.toBe(
    toExtrasKey({ seats: [first, second], bags: [] }),
  );
  const bag = { serviceId: 'ase_3', passengerId: 'pas_1', quantity: 1 };
  const others = [
    { ...bag, quantity: 2 },
    { ...bag, passengerId: 'pas_2' },
    { ...bag, serviceId: 'ase_4' },
  ];
  const keys = [bag, ...others].map((each) => toExtrasKey({ seats: [first], bags: [each] }));
  expect(new Set([...keys, toExtrasKey({ seats: [first], bags: [] })]).size).toBe(5);
});

it('[LIMIT-02] [PROVIDER-06] sends the IP address of the client before an authorisation, and none for an agreed price', async () => {
  const bodies: unknown[] = [];
  const quote = { offer: sampleOffer(), mode: 'test', amount: '10.00', currency: 'USD' };
  const callFlights = async (_endpoint: unknown, { body }: { body: unknown }) => (bodies.push(body), quote);
  const deps = { callFlights, config: { QUOTE_TIMEOUT_MS: 1000 } } as unknown as Deps;
  await fetchLivePrice(deps, 'off_1', { seats: [], bags: [] }, 'fareline', { ipAddress: '203.0.113.9' });
  const agreed = { offer_id: 'off_1', mode: 'test', brand: 'fareline', amount_minor: 1000 } as const;
  await fetchAgreedPrice(deps, { ...agreed, currency: 'USD' }, { seats: [], bags: [] });
  const common = { brand: 'fareline', seats: [], bags: [], live: true };
  expect(bodies).toEqual([
    { ...common, mode: undefined, ip_address: '203.0.113.9' },
    { ...common, mode: 'test', ip_address: undefined },
  ]);
});

/** What is known of a price of 10.00 that was agreed in test mode, once the airline quotes it again. */
function fetchAgain(quoted: { mode?: 'live'; amount?: string; currency?: string }) {
  const quote = { mode: 'test', amount: '10.00', currency: 'USD', offer: sampleOffer(), seats: [], bags: [] };
  const callFlights = () => Promise.resolve({ ...quote, ...quoted });
  const deps = { callFlights, config: { QUOTE_TIMEOUT_MS: 1000 } } as unknown as Deps;
  const agreed = { offer_id: 'off_1', mode: 'test', brand: 'fareline', amount_minor: 1000 } as const;
  return fetchAgreedPrice(deps, { ...agreed, currency: 'USD' }, { seats: [], bags: [] });
}

it('[MODE-06] refuses a quote of another mode than the booking has', async () => {
  await expect(fetchAgain({ mode: 'live' })).rejects.toMatchObject({ code: 'OFFER_EXPIRED' });
  expect(await fetchAgain({})).toMatchObject({ mode: 'test' });
});

it.each([{ amount: '10.01' }, { amount: '9.99' }, { currency: 'EUR' }])(
  '[MONEY-31] refuses an agreed price that is now another one: %j',
  async (quoted) => {
    await expect(fetchAgain(quoted)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  },
);
