import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listSessionKeys } from '@fareline/contracts';
import { expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from './service-client.ts';

it('[ACCESS-03] follows no redirect, so that a credential goes to the service alone', async () => {
  const paths: unknown[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = createServiceClient({ baseUrl: `http://127.0.0.1:${port}`, credential: 'a'.repeat(32) });
  await expect(call(listSessionKeys)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(new Set(paths)).toEqual(new Set(['/internal/jwks.json']));
});
