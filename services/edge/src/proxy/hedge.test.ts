import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceResponse } from './service-pool.ts';
import { hedge } from './hedge.ts';

const delayMs = 1_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const respond = (status: number, body: ServiceResponse['body'] = Buffer.from('')): ServiceResponse => ({
  status,
  headers: {},
  body,
});

/** Starts a search; its calls are answered by the test. */
function startSearch() {
  const calls: (PromiseWithResolvers<ServiceResponse> & { signal: AbortSignal })[] = [];
  const response = hedge((signal) => {
    const call = { ...Promise.withResolvers<ServiceResponse>(), signal };
    calls.push(call);
    return call.promise;
  }, delayMs);
  return { calls, response };
}

it('[LIMIT-06] calls at most three times, returns the first response, and aborts only the calls without one', async () => {
  const { calls, response } = startSearch();
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10 * delayMs);
  expect(calls).toHaveLength(3);
  const body = Readable.from(['streamed']);
  calls[1]!.resolve(respond(200, body));
  expect((await response).body).toBe(body);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false, true]);
  expect(body.destroyed).toBe(false);
});

it('[LIMIT-06] returns a rejection of the request at once, and calls no more', async () => {
  const { calls, response } = startSearch();
  await vi.advanceTimersByTimeAsync(delayMs);
  calls[1]!.resolve(respond(429));
  expect((await response).status).toBe(429);
  await vi.advanceTimersByTimeAsync(10 * delayMs);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

it('[LIMIT-06] waits for the other calls when one fails, and fails when all have', async () => {
  const successful = startSearch();
  const failing = startSearch();
  await vi.advanceTimersByTimeAsync(2 * delayMs);
  for (const { calls } of [successful, failing]) {
    calls[1]!.resolve(respond(503));
    calls[2]!.reject(new Error('no connection'));
  }
  successful.calls[0]!.resolve(respond(200));
  expect((await successful.response).status).toBe(200);
  failing.calls[0]!.resolve(respond(502));
  expect((await failing.response).status).toBe(502);
});

it('[LIMIT-06] aborts a streamed response that is not used', async () => {
  const { calls, response } = startSearch();
  await vi.advanceTimersByTimeAsync(delayMs);
  calls[1]!.resolve(respond(200));
  await response;
  const body = new Readable({ read: () => undefined });
  calls[0]!.resolve(respond(200, body));
  await vi.advanceTimersByTimeAsync(0);
  expect(body.destroyed).toBe(true);
});
