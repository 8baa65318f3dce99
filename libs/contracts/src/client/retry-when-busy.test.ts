import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ResponseError } from './client.ts';
import {
  describeRefusal,
  getNextTryAt,
  getRetryAfterSeconds,
  isOwnLimit,
  retryWhenBusy,
} from './retry-when-busy.ts';

const refusal = (seconds: number | undefined, status = 429, code = 'TOO_MANY_REQUESTS') =>
  new ResponseError(status, JSON.stringify({ error: code, message: 'Later.' }), seconds?.toString());

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The waits in milliseconds until the call is given up, each refused with this Retry-After. */
function getDelays(retryAfterSeconds: number): number[] {
  const { retry, retryDelay } = retryWhenBusy();
  for (const delays: number[] = []; ;) {
    const failure = refusal(retryAfterSeconds);
    const delay = retryDelay(delays.length, failure);
    if (!retry(delays.length, failure)) return delays;
    vi.setSystemTime(Date.now() + delay);
    delays.push(delay);
  }
}

it('[PROVIDER-07] repeats a refused call for five minutes, however often that is', () => {
  for (const seconds of [0, 2, 12, 40, 60]) {
    const startedAt = Date.now();
    const delays = getDelays(seconds);
    const total = Date.now() - startedAt;
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 1000);
    expect(total).toBeLessThanOrEqual(300_000);
    expect(total).toBeGreaterThan(300_000 - Math.max(20, seconds) * 1000 - 15_000);
  }
});

it('[PROVIDER-07] counts five minutes anew for the next call', () => {
  const { retry } = retryWhenBusy();
  expect(retry(0, refusal(1))).toBe(true);
  vi.setSystemTime(Date.now() + 300_000);
  expect(retry(1, refusal(1))).toBe(false);
  expect(retry(0, refusal(1))).toBe(true);
});

it('[LIMIT-02] adds up to 3 s to Retry-After, and more for later tries', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const { retryDelay } = retryWhenBusy();
  const waits = () => [0, 1, 3, 9].map((failures) => retryDelay(failures, refusal(30)));
  expect(waits()).toEqual([30_000, 30_000, 30_000, 30_000]);
  random.mockReturnValue(1);
  expect(waits()).toEqual([33_000, 35_000, 39_000, 45_000]);
});

it('waits longer after each refusal without a longer Retry-After', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { retryDelay } = retryWhenBusy();
  expect([0, 1, 2, 4, 5, 9].map((failures) => retryDelay(failures, refusal(1)))).toEqual([
    1000, 2000, 4000, 16_000, 20_000, 20_000,
  ]);
});

it('[PROVIDER-07] tells the time of the next try, from which the delay is counted', () => {
  const { retryDelay } = retryWhenBusy();
  const failure = refusal(10);
  expect(getNextTryAt(failure)).toBeUndefined();
  const delay = retryDelay(0, failure);
  expect(getNextTryAt(failure)).toBe(1_000_000 + delay);
  vi.setSystemTime(1_004_000);
  expect(retryDelay(0, failure)).toBe(delay - 4000);
  vi.setSystemTime(1_100_000);
  expect(retryDelay(0, failure)).toBe(0);
  expect(getNextTryAt(null)).toBeUndefined();
});

it.each([
  ['a limit of the connection', refusal(7), 7, true],
  ['a busy service', refusal(7, 503, 'SERVICE_UNAVAILABLE'), 7, false],
  ['a busy service as the cause', new Error('', { cause: refusal(7, 503) }), 7, false],
  ['a limit as the cause', new Error('', { cause: refusal(7) }), 7, true],
  ['a busy search without a time', refusal(undefined, 503, 'SEARCH_BUSY'), 3, false],
  ['a limit without a time', refusal(undefined), undefined, true],
  ['a conflict with a time', refusal(7, 409, 'IDEMPOTENCY_IN_PROGRESS'), undefined, false],
  ['another error', new Error('7'), undefined, false],
  ['nothing', undefined, undefined, false],
])('[LIMIT-02] knows seconds and reason of %s', (_, failure, seconds, isOwn) => {
  expect(getRetryAfterSeconds(failure)).toBe(seconds);
  expect(isOwnLimit(failure)).toBe(isOwn);
  expect(describeRefusal(failure)).toBe(
    isOwn ? 'Many requests came from your connection' : 'The site is busy right now',
  );
  if (failure instanceof Error) expect(retryWhenBusy().retry(0, failure)).toBe(seconds !== undefined);
});
