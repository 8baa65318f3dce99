import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLoadingCache } from './loading-cache.ts';

const load = vi.fn(async (key: string, _expired?: { key: string }) => ({ key }));

it('loads a key once for concurrent and later calls', async () => {
  const get = createLoadingCache({ max: 2, load });
  expect(await Promise.all([get('a'), get('a')])).toEqual([{ key: 'a' }, { key: 'a' }]);
  await get('a');
  expect(load.mock.calls).toEqual([['a', undefined]]);
});

it('loads a key again after its time to live', async () => {
  let now = 1;
  const get = createLoadingCache({ max: 2, ttlMs: 1000, load, now: () => now });
  await get('a');
  now += 1000;
  await get('a');
  expect(load).toHaveBeenCalledTimes(1);
  now += 1;
  await get('a');
  expect(load).toHaveBeenCalledTimes(2);
});

it('loads a key at each call with a time to live of 0', async () => {
  const get = createLoadingCache({ max: 2, ttlMs: 0, load, now: () => 1 });
  for (const key of ['a', 'a']) await get(key);
  expect(load).toHaveBeenCalledTimes(2);
});

it('gives a load the expired value', async () => {
  let now = 1;
  const get = createLoadingCache({ max: 2, ttlMs: 1000, load, now: () => now });
  const first = await get('a');
  now += 1001;
  load.mockImplementationOnce(async (_key, expired) => expired ?? { key: 'none' });
  expect(await get('a')).toBe(first);
});

it('removes the least recently used key beyond the limit', async () => {
  const get = createLoadingCache({ max: 2, load });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(load.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'c', 'b']);
});

it('completes more concurrent loads than it has entries', async () => {
  const get = createLoadingCache({ max: 1, load });
  expect(await Promise.all([get('a'), get('b'), get('c')])).toEqual([
    { key: 'a' },
    { key: 'b' },
    { key: 'c' },
  ]);
});

it('rejects when a load fails, and loads again at the next call', async () => {
  const get = createLoadingCache({ max: 2, load });
  load.mockRejectedValueOnce(new Error('unavailable'));
  await expect(get('a')).rejects.toThrow('unavailable');
  expect(await get('a')).toEqual({ key: 'a' });
});

it('loads a fresh value anew when it is asked to, also for the next calls', async () => {
  const get = createLoadingCache({ max: 2, load });
  const first = await get('a');
  const second = await get('a', { refresh: true });
  expect(second).not.toBe(first);
  expect(await get('a')).toBe(second);
});

describe('with a limit of the wait', () => {
  const key = 'mode';
  const first = { key: 'first' };
  const second = { key: 'second' };
  /** A cache whose value has expired, and whose next load returns `next`. */
  async function createExpired(next: Promise<{ key: string }>, maxWaitMs: number) {
    let now = 1;
    const loadNext = vi.fn<typeof load>().mockResolvedValueOnce(first).mockReturnValue(next);
    const get = createLoadingCache({ max: 2, ttlMs: 1000, maxWaitMs, load: loadNext, now: () => now });
    await get(key);
    now += 1001;
    return { get, loadNext };
  }

  it('waits for the first value', async () => {
    const get = createLoadingCache({ max: 2, maxWaitMs: 0, load: () => sleep(20, first) });
    expect(await Promise.all([get(key), get(key)])).toEqual([first, first]);
  });

  it('[MODE-05] returns the new value of a load that ends in time', async () => {
    const { get } = await createExpired(sleep(20, second), 10_000);
    expect(await Promise.all([get(key), get(key)])).toEqual([second, second]);
  });

  it('[MODE-02] returns the expired value while a load hangs, after one wait, and the new value once it has ended', async () => {
    const answer = Promise.withResolvers<{ key: string }>();
    const { get, loadNext } = await createExpired(answer.promise, 20);
    const started = performance.now();
    for (let count = 0; count < 50; count++) expect(await get(key)).toBe(first);
    expect(performance.now() - started).toBeLessThan(500);
    expect(loadNext).toHaveBeenCalledTimes(2);
    answer.resolve(second);
    await sleep(0);
    expect(await get(key)).toBe(second);
  });

  it('waits for a value that is loaded anew', async () => {
    const { get } = await createExpired(sleep(20, second), 0);
    expect(await get(key, { refresh: true })).toBe(second);
  });

  it('returns the expired value when the load fails after the wait, and then loads again', async () => {
    const answer = Promise.withResolvers<{ key: string }>();
    const { get } = await createExpired(answer.promise, 0);
    expect(await get(key)).toBe(first);
    answer.reject(new Error('down'));
    await sleep(0);
    await expect(get(key)).rejects.toThrow('down');
  });
});
