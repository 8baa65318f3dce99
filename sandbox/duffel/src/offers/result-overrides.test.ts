import { describe, expect, it } from 'vitest';
import { dateInDays, buildInstantOrder, buildSearch, startSharedSandbox } from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

const search = (days = 40) =>
  sandbox.duffel.offerRequests.create({
    ...buildSearch('LHR', 'JFK', dateInDays(days)),
    return_offers: true,
  });

describe('result overrides', () => {
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
