import { expect, it } from 'vitest';
import { search, startSharedHarness, uniqueSearch, withoutBatches } from '../testing/harness.ts';

const harness = await startSharedHarness(withoutBatches);
const app = await harness.startReplica();

it('[LIST-01] lists each offer once, and none in another currency than most', async () => {
  const [sample] = (await search(app, uniqueSearch())).offers;
  const raw = await harness.provider.fetchResource(`/air/offers/${sample!.id}`);
  const offer = (id: string, total_amount: string, currency = 'USD') => ({
    ...raw,
    id,
    total_amount,
    total_currency: currency,
    ...{ base_amount: null, base_currency: null, tax_amount: null, tax_currency: null },
  });
  const offers = [
    offer('off_b', '300.00'),
    offer('off_yen', '90000', 'JPY'),
    offer('off_a', '200.00'),
    offer('off_a', '200.00'),
    offer('off_dinar', '1.000', 'KWD'),
  ];
  await harness.provider.injectFault({
    method: 'POST',
    path: '/air/offer_requests',
    kind: 'status',
    status: 201,
    body: { data: { id: 'orq_mixed', offers } },
  });
  const found = await search(app, uniqueSearch());
  expect(found.offers.map(({ id }) => id)).toEqual(['off_a', 'off_b']);
  expect(found.total_count).toBe(2);
});
