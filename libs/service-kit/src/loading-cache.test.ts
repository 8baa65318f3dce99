import { expect, it, vi } from 'vitest';
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
