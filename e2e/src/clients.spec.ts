import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { test } from './journey/test.ts';

/** Tries a card for an offer that does not exist, which counts as a try. */
const tryCard = async (request: APIRequestContext) => {
  const response = await request.post('/api/payments/process-card', {
    headers: { 'idempotency-key': randomUUID() },
    data: { amount: '100.00', currency: 'USD', offerId: 'off_none', paymentMethodId: 'pm_none' },
  });
  return response.status();
};

test.describe.serial('card tries', () => {
  let usedUpAt = 0;

  test('[PROVIDER-31] one journey runs into the limit of five a minute', async ({ request }) => {
    for (let count = 1; count <= 5; count += 1) expect(await tryCard(request), `try ${count}`).toBe(404);
    expect(await tryCard(request)).toBe(429);
    usedUpAt = Date.now();
  });

  test('[PROVIDER-31] another journey in the same minute has tries of its own', async ({ request, page }) => {
    expect(await tryCard(request)).toBe(404);
    expect(await tryCard(page.request)).toBe(404);
    expect(Date.now() - usedUpAt).toBeLessThan(60_000);
  });
});
