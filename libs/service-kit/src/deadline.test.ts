import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentUser, login } from '@fareline/contracts';
import { loginContract, verifyOfferContract } from '@fareline/contracts/services';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commonConfigShape, parseConfig } from './config.ts';
import {
  limitToDeadline,
  readDeadline,
  requestTimeoutHeader,
  runWithoutDeadline,
  waitUntilDeadline,
} from './deadline.ts';
import { registerRoute } from './http/register-route.ts';
import { buildServer } from './http/server.ts';
import { createLoadingCache } from './loading-cache.ts';
import { createRequestContext, getRequestContext, runInRequestContext } from './request-context.ts';
import { createServiceClient } from './service-client.ts';
import { createKeyFinder } from './sessions/session-keys.ts';

const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  TRUSTED_PROXIES: 'none',
});

/** The service that is called by the one whose routes are requested. */
let received: IncomingHttpHeaders[];
const called = createServer(({ headers }, response) => {
  received.push(headers);
  response.end('{}');
});
await once(called.listen(0, '127.0.0.1'), 'listening');
const getUrl = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const call = createServiceClient({ baseUrl: getUrl(called), timeoutMs: 8_000 });

const apps: FastifyInstance[] = [];
/** Its GET reads from the other service, and its POST reads from it and writes to it. */
async function startCaller(options: { isPublic?: boolean } = {}): Promise<FastifyInstance> {
  const app = await buildServer({ name: 'caller', config, isBrandHost: async () => false, ...options });
  apps.push(app);
  registerRoute(app, verifyOfferContract, async ({ params }) => {
    await call(currentUser);
    return { valid: true, offer_id: params.id, minutes_remaining: 1 };
  });
  registerRoute(app, loginContract, async () => {
    await call(currentUser);
    await call(login, { body: { username: 'u', password: 'p' } });
    return { success: true, message: 'done' } as never;
  });
  return app;
}
const caller = await startCaller();
const read = (timeout?: string, app = caller) =>
  app.inject({
    url: '/api/flights/verify-offer/off_1',
    headers: timeout === undefined ? {} : { [requestTimeoutHeader]: timeout },
  });
const getTimeouts = () => received.map((headers) => headers[requestTimeoutHeader]);

beforeEach(() => {
  received = [];
  // The clock stands still, so that what is left does not depend on the speed of the machine. Timers run.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  called.closeAllConnections();
  called.close();
});

describe('a read', () => {
  it('is not sent after the deadline, and fails as after a time-out', async () => {
    const response = await read('0');
    expect([response.statusCode, response.json().error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(received).toEqual([]);
  });

  it('ends at the deadline of the request that causes it, long before its own time-out', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => {
      hanging.closeAllConnections();
      hanging.close();
    });
    await once(hanging, 'listening');
    const callHanging = createServiceClient({ baseUrl: getUrl(hanging), timeoutMs: 600_000 });
    const context = { ...createRequestContext(), deadline: Date.now() + 60 };
    await expect(runInRequestContext(context, () => callHanging(currentUser))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      cause: { name: 'TimeoutError' },
    });
  });

  it.each([
    ['what is left of its caller’s time', '5000', '5000'],
    ['its own time-out if that is less', '60000', '8000'],
    ['its own time-out without a caller’s', undefined, '8000'],
  ])('passes on %s', async (_case, timeout, passedOn) => {
    expect((await read(timeout)).statusCode).not.toBe(503);
    expect(getTimeouts()).toEqual([passedOn]);
  });

  it.each(['', '-1', '1.5', '1e3', 'soon', '1000000', 'Infinity', ' 5'])(
    'ignores the malformed time-out %j',
    async (timeout) => {
      await read(timeout);
      expect(getTimeouts()).toEqual(['8000']);
    },
  );

  it('ignores the time-out that a client of a public server sends', async () => {
    await read('0', await startCaller({ isPublic: true }));
    expect(getTimeouts()).toEqual(['8000']);
  });
});

it('a write goes on when its caller waits no longer, with all that it calls', async () => {
  await caller.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { [requestTimeoutHeader]: '0' },
    payload: { username: 'u', password: 'p' },
  });
  expect(getTimeouts()).toEqual(['8000', undefined]);
});

it('a write that a read causes has its own time only', async () => {
  const context = { ...createRequestContext(), deadline: Date.now() };
  await runInRequestContext(context, () => call(login, { body: { username: 'u', password: 'p' } }));
  expect(getTimeouts()).toEqual([undefined]);
});

describe('work that several wait for', () => {
  const deadline = () => getRequestContext()?.deadline;
  const runUntil = <Result>(msLeft: number, work: () => Result): Result =>
    runInRequestContext({ ...createRequestContext(), deadline: Date.now() + msLeft }, work);

  it('goes on without the deadline of the first of them, in its request', () => {
    runUntil(5, () => {
      const { requestId } = getRequestContext()!;
      expect(runWithoutDeadline(() => [deadline(), getRequestContext()?.requestId])).toEqual([
        undefined,
        requestId,
      ]);
      expect(limitToDeadline(1_000)).toBe(5);
    });
  });

  it('is so when a cache or the keys of sessions are loaded', async () => {
    const deadlines: unknown[] = [];
    const load = createLoadingCache({ max: 1, load: async () => ({ at: deadlines.push(deadline()) }) });
    const findKey = createKeyFinder(async () => (deadlines.push(deadline()), []));
    await runUntil(0, () => Promise.all([load('key'), findKey('kid')]));
    expect(deadlines).toEqual([undefined, undefined]);
  });

  it('fails only for who waits no longer, also when it fails later', async () => {
    const work = Promise.withResolvers<string>();
    await expect(runUntil(20, () => waitUntilDeadline(work.promise))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    const patient = waitUntilDeadline(work.promise);
    work.reject(new Error('failed'));
    await expect(patient).rejects.toThrow('failed');
    await expect(runUntil(20, () => waitUntilDeadline(work.promise))).rejects.toThrow('failed');
  });
});

it('reads the deadline by the clock of this machine', () => {
  expect(readDeadline({ [requestTimeoutHeader]: '1500' })).toBe(Date.now() + 1_500);
});
