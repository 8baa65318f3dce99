import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { test } from './testing/test.ts';

/** Attempts a card payment for an offer that does not exist, which counts towards the limit. */
const attemptCard = async (request: APIRequestContext) => {
  const response = await request.post('/api/payments/process-card', {
    headers: { 'idempotency-key': randomUUID() },
    data: { amount: '100.00', currency: 'USD', offerId: 'off_none', paymentMethodId: 'pm_none' },
  });
  return response.status();
};

test.describe.serial('card attempts', () => {
  let limitReachedAt = 0;

  test(
    '[PROVIDER-31] the sixth card attempt of a client within a minute returns 429',
    { tag: ['@booking', '@alone'] },
    async ({ request }) => {
      for (let count = 1; count <= 5; count += 1)
        expect(await attemptCard(request), `attempt ${count}`).toBe(404);
      expect(await attemptCard(request)).toBe(429);
      limitReachedAt = Date.now();
    },
  );

  test(
    '[PROVIDER-31] another client is not limited in the same minute',
    { tag: ['@booking', '@alone'] },
    async ({ request, page }) => {
      expect(await attemptCard(request)).toBe(404);
      expect(await attemptCard(page.request)).toBe(404);
      expect(Date.now() - limitReachedAt).toBeLessThan(60_000);
    },
  );
});
