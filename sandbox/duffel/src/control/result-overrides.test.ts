import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dateInDays,
  buildInstantOrder,
  buildSearch,
  startSandbox,
  type SandboxHarness,
} from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const search = () =>
  sandbox.duffel.offerRequests.create({ ...buildSearch('LHR', 'JFK', dateInDays(40)), return_offers: true });

describe('results asked for beforehand', () => {
  it.each([0, 1, 2000])('are exactly %i offers, each with an id of its own, once', async (count) => {
    await sandbox.callControl('POST', '/results', { count });
    const { offers } = (await search()).data;
    expect(new Set(offers.map(({ id }) => id)).size).toBe(count);
    expect(offers).toHaveLength(count);
    const flown = offers.map(({ slices }) =>
      slices.map(({ segments, fare_brand_name: fare }) => [
        fare,
        segments.map((flight) => `${flight.marketing_carrier_flight_number} ${flight.departing_at}`),
        segments.map((flight) => flight.marketing_carrier.iata_code),
      ]),
    );
    expect(new Set(flown.map((flight) => JSON.stringify(flight))).size).toBe(count);
    expect((await search()).data.offers.length).not.toBe(count);
  });

  it.each([
    ['JPY', /^\d+$/],
    ['KWD', /^\d+\.\d{3}$/],
  ])('are priced in %s as it is written, in the list and alone', async (currency, form) => {
    await sandbox.callControl('POST', '/results', { currency });
    const [first] = (await search()).data.offers;
    expect(first?.total_currency).toBe(currency);
    expect(first?.total_amount).toMatch(form);
    const alone = await sandbox.duffel.offers.get(first?.id ?? '');
    expect(alone.data.total_amount).toBe(first?.total_amount);
    const priced = await sandbox.duffel.offers.getPriced(first?.id ?? '', {
      intended_payment_methods: [],
      intended_services: [],
    });
    expect(priced.data.total_amount).toBe(first?.total_amount);
  });

  it('have broken offers among the good ones, also in a batch', async () => {
    await sandbox.callControl('POST', '/results', { broken: true, times: 2 });
    const { offers } = (await search()).data;
    expect(offers.slice(0, 3)).toEqual([
      null,
      expect.objectContaining({ slices: [expect.objectContaining({ segments: [] })] }),
      expect.objectContaining({ slices: null }),
    ]);
    expect(offers.at(-1)?.slices[0]?.segments.length).toBeGreaterThan(0);
    const batch = await sandbox.duffel.batchOfferRequests.create(buildSearch('LHR', 'JFK', dateInDays(40)));
    const read = await sandbox.duffel.batchOfferRequests.get(batch.data.id);
    expect(read.data.offers?.[0]).toBeNull();
  });

  it('are refused with a sentence when they cannot be', async () => {
    expect((await sandbox.callControl('POST', '/results', { count: -1 })).status).toBe(400);
  });
});

it('an offer changes its fare and its price for whoever asks for it alone, not in the list', async () => {
  const found = (await search()).data;
  const [first] = found.offers;
  const id = first?.id ?? '';
  await sandbox.callControl('POST', `/offers/${id}`, { fare_brand_name: 'Flex', total_factor: 1.5 });
  const alone = (await sandbox.duffel.offers.get(id)).data;
  expect(alone.slices.map((slice) => slice.fare_brand_name)).toEqual(['Flex']);
  expect(Number(alone.total_amount)).toBeCloseTo(Number(first?.total_amount) * 1.5, 1);
  expect(Number(alone.base_amount) + Number(alone.tax_amount)).toBeCloseTo(Number(alone.total_amount), 5);
  const listed = (await sandbox.duffel.offerRequests.get(found.id)).data.offers.find(
    (offer) => offer.id === id,
  );
  expect(listed?.total_amount).toBe(first?.total_amount);
  expect(listed?.slices[0]?.fare_brand_name).toBe(first?.slices[0]?.fare_brand_name);
  const order = await sandbox.duffel.orders.create(buildInstantOrder(alone));
  expect(order.data.total_amount).toBe(alone.total_amount);
});
