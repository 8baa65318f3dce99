import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createRefreshedValue } from './refreshed-value.ts';

it('waits for the first value, and calls at the same time share its load', async () => {
  const load = vi.fn(async () => sleep(30, 'first'));
  const read = createRefreshedValue({ ttlMs: 60_000, maxWaitMs: 0, load });
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(await read()).toBe('first');
  expect(load).toHaveBeenCalledTimes(1);
});

it('[MODE-05] returns the new value of a service that answers in time', async () => {
  const values = ['test', 'live'];
  const read = createRefreshedValue({ ttlMs: 0, maxWaitMs: 10_000, load: () => sleep(20, values.shift()) });
  expect([await read(), await read()]).toEqual(['test', 'live']);
});

it('[MODE-02] returns the earlier value while the service hangs, and the new one once it has answered', async () => {
  const answers = Promise.withResolvers<string>();
  const load = vi.fn<() => Promise<string>>().mockResolvedValueOnce('test').mockReturnValue(answers.promise);
  const read = createRefreshedValue({ ttlMs: 0, maxWaitMs: 20, load });
  await read();
  const started = performance.now();
  for (let count = 0; count < 50; count++) expect(await read()).toBe('test');
  expect(performance.now() - started).toBeLessThan(500);
  expect(load).toHaveBeenCalledTimes(2);
  answers.resolve('live');
  await sleep(0);
  expect(await read()).toBe('live');
});

it('rejects when the first load fails, and keeps the earlier value when a later one does', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce('known')
    .mockRejectedValue(new Error('down'));
  const read = createRefreshedValue({ ttlMs: 0, maxWaitMs: 1_000, load });
  await expect(read()).rejects.toThrow('down');
  expect([await read(), await read(), await read()]).toEqual(['known', 'known', 'known']);
});
