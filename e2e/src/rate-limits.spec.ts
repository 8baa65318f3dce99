import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './testing/test.ts';

test(
  '[PROVIDER-31] the sixth card attempt of a client within a minute returns 429, and another client is not limited',
  { tag: ['@booking', '@alone'] },
  async ({ request }) => {
    /** Attempts a card payment for an offer that does not exist, which counts towards the limit. */
    const attemptCard = async (client?: string) => {
      const response = await request.post('/api/payments/process-card', {
        headers: { 'idempotency-key': randomUUID(), ...(client && { 'x-forwarded-for': client }) },
        data: { amount: '100.00', currency: 'USD', offerId: 'off_none', paymentMethodId: 'pm_none' },
      });
      return response.status();
    };
    for (let count = 1; count <= 5; count += 1) expect(await attemptCard(), `attempt ${count}`).toBe(404);
    expect(await attemptCard()).toBe(429);
    expect(await attemptCard('10.253.0.1')).toBe(404);
  },
);
