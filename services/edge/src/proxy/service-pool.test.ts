import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPool, type ServicePool } from './service-pool.ts';

let pool: ServicePool;
let url: string;
const responses: ServerResponse[] = [];
const server = createServer((_request, response) => void responses.push(response));
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pool = createPool(url, { connections: 1, queued: 1, responseTimeoutMs: 5_000 });
});
afterEach(async () => {
  await pool.close();
  server.closeAllConnections();
  server.close();
  responses.length = 0;
});
const call = (headersTimeout = 5_000) => pool.call({ method: 'GET', path: '/', headersTimeout });

it('[LIMIT-06] is full when all connections are in use and as many requests wait as may, until one has ended', async () => {
  const first = call();
  expect(pool.isFull()).toBe(false);
  const second = call();
  expect(pool.isFull()).toBe(true);
  for (const [index, request] of [first, second].entries()) {
    await vi.waitFor(() => expect(responses).toHaveLength(index + 1));
    responses[index]!.end('done');
    await request;
    expect(pool.isFull()).toBe(false);
  }
});

it('[LIMIT-06] has room again after requests that failed', async () => {
  const failed = Promise.allSettled([call(), call()]);
  expect(pool.isFull()).toBe(true);
  await vi.waitFor(() => expect(responses).toHaveLength(1));
  responses[0]!.destroy();
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  responses[1]!.destroy();
  await failed;
  expect(pool.isFull()).toBe(false);
});

it('[LIMIT-06] frees the connection of a call that is aborted, also of one that waits for it', async () => {
  const abort = new AbortController();
  const calls = [1, 2].map(() => pool.call({ method: 'GET', path: '/', signal: abort.signal }));
  await vi.waitFor(() => expect(responses).toHaveLength(1));
  abort.abort();
  for (const each of calls) await expect(each).rejects.toThrow('aborted');
  expect([responses.length, pool.isFull()]).toEqual([1, false]);
  const next = call();
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  responses[1]!.end('done');
  expect((await next).status).toBe(200);
});

it('[LIMIT-06] rejects a call whose response does not begin in time', async () => {
  await expect(call(50)).rejects.toThrow('Headers Timeout');
});
