import { describe, expect, it } from 'vitest';
import { dateInDays, buildInstantOrder, buildSearch, startSharedSandbox } from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const search = (days = 40) =>
  sandbox.duffel.offerRequests.create({
    ...buildSearch('LHR', 'JFK', dateInDays(days)),
    return_offers: true,
  });

describe('result overrides', () => {
  it.each([0, 1, 2000])('return exactly %i offers with different ids, for one search', async (count) => {
    await sandbox.callControl('POST', 'results', { count });
    const { offers } = (await search()).data;
    expect(new Set(offers.map(({ id }) => id)).size).toBe(count);
    expect(offers).toHaveLength(count);
    const itineraries = offers.map(({ slices }) =>
      slices.map(({ segments, fare_brand_name: fare }) => [
        fare,
        segments.map((flight) => `${flight.marketing_carrier_flight_number} ${flight.departing_at}`),
        segments.map((flight) => flight.marketing_carrier.iata_code),
      ]),
    );
    expect(new Set(itineraries.map((itinerary) => JSON.stringify(itinerary))).size).toBe(count);
    expect((await search()).data.offers.length).not.toBe(count);
  });

  it.each([
    ['JPY', /^\d+$/],
    ['KWD', /^\d+\.\d{3}$/],
  ])(
    'return prices in %s with its number of decimals, in lists and single offers',
    async (currency, format) => {
      await sandbox.callControl('POST', 'results', { currency });
      const [first] = (await search()).data.offers;
      expect(first?.total_currency).toBe(currency);
      expect(first?.total_amount).toMatch(format);
      const single = await sandbox.duffel.offers.get(first?.id ?? '');
      expect(single.data.total_amount).toBe(first?.total_amount);
    },
  );

  it('add broken offers to the valid ones, also in a batch', async () => {
    await sandbox.callControl('POST', 'results', { broken: true, times: 2 });
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

  it('for a day are taken by a search that departs on it, not by one before', async () => {
    await sandbox.callControl('POST', 'results', { count: 3, departure_date: dateInDays(41) });
    expect((await search(40)).data.offers.length).not.toBe(3);
    expect((await search(41)).data.offers).toHaveLength(3);
    expect((await search(41)).data.offers.length).not.toBe(3);
  });

  it('are rejected with 400 when they are invalid', async () => {
    await expect(sandbox.callControl('POST', 'results', { count: -1 })).rejects.toThrow('400');
  });
});

it('shows the changed fare and price of an offer in single reads', async () => {
  const [first] = (await search()).data.offers;
  const id = first?.id ?? '';
  await sandbox.callControl('POST', `offers/${id}`, { fare_brand_name: 'Flex', total_amount: '987.65' });
  const single = (await sandbox.duffel.offers.get(id)).data;
  expect(single.slices.map((slice) => slice.fare_brand_name)).toEqual(['Flex']);
  expect(single.total_amount).toBe('987.65');
  expect(Number(single.base_amount) + Number(single.tax_amount)).toBeCloseTo(Number(single.total_amount), 5);
  const order = await sandbox.duffel.orders.create(buildInstantOrder(single));
  expect(order.data.total_amount).toBe(single.total_amount);
});
