import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { startFakeServer } from './testing/fake-server.ts';

let server: Awaited<ReturnType<typeof startFakeServer>>;
let status: number;
beforeEach(async () => {
  status = 200;
  server = await startFakeServer(() => ({ status, body: { count: 1 } }));
});
afterEach(() => server.stop());

it('[REQUEST-03] requests the path in the first element of the query key', async () => {
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/system/mode', 'x'] })).resolves.toEqual({ count: 1 });
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/api/system/mode' }]);
});

it('[REQUEST-04] does not retry a failed query', async () => {
  status = 503;
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow(/^503: /);
  expect(server.requests).toHaveLength(1);
});

it.each([
  [200, 'success'],
  [503, 'error'],
])('[REQUEST-06] is pending until the response, and has the state of a %i then', async (response, state) => {
  status = response;
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['/api/x'] });
  const unsubscribe = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult().status).toBe('pending');
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe(state));
  unsubscribe();
});

it('[REQUEST-05] does not refetch for a new observer or on window focus', async () => {
  const client = createQueryClient();
  await client.fetchQuery({ queryKey: ['/api/x'] });
  const unsubscribe = new QueryObserver(client, { queryKey: ['/api/x'] }).subscribe(() => undefined);
  client.mount();
  window.dispatchEvent(new Event('visibilitychange'));
  await client.fetchQuery({ queryKey: ['/api/x'] });
  unsubscribe();
  client.unmount();
  expect(server.requests).toHaveLength(1);
});
