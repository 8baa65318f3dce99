import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isLive } from './walk-booking.ts';

it.each([
  ['in live mode', '{"isLiveMode":true,"mode":"live"}', true],
  ['that answers with something else', 'Bad gateway', true],
  ['in test mode', '{"isLiveMode":false,"mode":"test"}', false],
])('pays nothing at a site unless it is in test mode: one %s', async (_case, body, expected) => {
  const server = createServer((_request, response) => response.end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await isLive(site)).toBe(expected);
  server.close().closeAllConnections();
  expect(await isLive(site)).toBe(true);
});
