import { availableParallelism } from 'node:os';
import type { AppError } from '@fareline/service-kit/app-error';
import { toClient } from '@fareline/service-kit/limits/client';
import { expect, it } from 'vitest';
import { countWaitingHashes, queueHash, type HashClient } from './hash-queue.ts';
import type * as passwords from './password.ts';
import { hashPassword, verifyPassword } from './password.ts';

const maxRunning = availableParallelism() > 2 ? 2 : 1;

/** Computations that end when `finish` is called; their outcomes are `ok` or the code and Retry-After of the error. */
function startComputations(count: number, client?: HashClient) {
  const { promise: blocked, resolve: finish } = Promise.withResolvers<void>();
  const outcomes = Promise.all(
    Array.from({ length: count }, () =>
      queueHash(() => blocked, client).then(
        () => 'ok',
        ({ code, retryAfterSeconds }: AppError) => `${code} ${retryAfterSeconds}`,
      ),
    ),
  );
  return { finish, outcomes };
}
const createClient = (network: string) => {
  const controller = new AbortController();
  return { names: toClient(network), signal: controller.signal, leave: () => controller.abort() };
};
const count = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

it('[LIMIT-06] refuses a computation at once while 100 are waiting, and accepts the next one after them', async () => {
  const { finish, outcomes } = startComputations(110);
  expect(countWaitingHashes()).toBe(100);
  finish();
  expect(count(await outcomes, 'SERVICE_UNAVAILABLE 5')).toBe(10 - maxRunning);
  expect(await verifyPassword(await hashPassword('correct horse 7'), 'correct horse 7')).toBe(true);
});

it('[LIMIT-06] lets 10 computations of a client wait, so that a flood of one leaves the queue to the others', async () => {
  const flood = startComputations(200, createClient('198.51.100.1'));
  const other = startComputations(5, createClient('198.51.100.2'));
  flood.finish();
  other.finish();
  const outcomes = await flood.outcomes;
  expect(count(outcomes, 'ok')).toBe(10 + maxRunning);
  expect(count(outcomes, 'TOO_MANY_REQUESTS 5')).toBe(190 - maxRunning);
  expect(await other.outcomes).toEqual(Array(5).fill('ok'));
});

it('[LIMIT-06] does not compute for a client that has disconnected, and gives its place to the next one', async () => {
  const running = startComputations(maxRunning);
  const client = createClient('198.51.100.3');
  let computed = 0;
  const gone = Promise.allSettled(
    Array.from({ length: 10 }, () => queueHash(async () => (computed += 1), client)),
  );
  client.leave();
  expect(new Set((await gone).map(({ status }) => status))).toEqual(new Set(['rejected']));
  const again = startComputations(10, { ...client, signal: new AbortController().signal });
  running.finish();
  again.finish();
  expect(await again.outcomes).toEqual(Array(10).fill('ok'));
  expect(computed).toBe(0);
  await expect(queueHash(async () => (computed += 1), client)).rejects.toThrow();
  expect(computed).toBe(0);
});

it('[SECURITY-08] hashes with 19 MiB and 2 iterations, unless the service is tested', async () => {
  const strong = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  // A service that another test started in this process has set its own cost.
  const untouched = './password.ts?untouched';
  const { hashPassword, setPasswordCost, verifyPassword } = (await import(untouched)) as typeof passwords;
  expect(await hashPassword('correct horse 7')).toMatch(strong);
  setPasswordCost('test');
  const cheap = await hashPassword('correct horse 7');
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await verifyPassword(cheap, 'correct horse 7')).toBe(true);
  for (const environment of ['development', 'production'] as const) {
    setPasswordCost(environment);
    expect(await hashPassword('correct horse 7')).toMatch(strong);
  }
});
