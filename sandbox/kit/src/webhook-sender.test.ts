import { expect, it, onTestFinished } from 'vitest';

import { startWebhookReceiver } from './testing/index.ts';
import { WebhookSender } from './webhook-sender.ts';

const SECRET = 'whsec_test';

async function startSender(statuses: number[], retryDelaysMs?: number[]) {
  const { url, received } = await startWebhookReceiver(statuses);
  const sender = new WebhookSender({ url, signatureHeader: 'x-signature', retryDelaysMs });
  onTestFinished(() => sender.close());
  return { sender, received };
}

it.each([
  ['until the receiver responds with 2xx', [500, 404], 3],
  ['until the retries are used up', [500, 500, 500, 500, 500], 4],
])('retries %s', async (_case, statuses, count) => {
  const { sender, received } = await startSender(statuses, [10, 10, 10]);
  expect(await sender.deliver({ id: 'evt_1' }, SECRET)).toBe(true);
  expect(received).toHaveLength(count);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

it('ends the wait for a retry when it is closed, and reports that the delivery has not ended', async () => {
  const { sender, received } = await startSender([500], [60_000]);
  const delivery = sender.deliver({ id: 'evt_1' }, SECRET);
  await expect.poll(() => received.length).toBe(1);
  await sender.close();
  expect(await delivery).toBe(false);
});

it('sends nothing without a URL', async () => {
  const sender = new WebhookSender({ url: undefined, signatureHeader: 'x-signature' });
  expect(await sender.deliver({ id: 'evt_1' }, SECRET)).toBe(true);
});
