import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeoutError, withTimeout } from './with-timeout.ts';

const failLate = async () => {
  await delay(20);
  throw new Error('late');
};

it('rejects with the error of the work', async () => {
  await expect(withTimeout(1000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

it('rejects after the timeout and ignores a later error of the work', async () => {
  await expect(withTimeout(5, failLate())).rejects.toThrow(TimeoutError);
  // An unhandled rejection would fail the test run.
  await delay(30);
});

it('resolves with the result of the work', async () => {
  expect(await withTimeout(1000, Promise.resolve('done'))).toBe('done');
});
