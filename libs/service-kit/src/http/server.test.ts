import { loginContract, verifyOfferContract } from '@fareline/contracts/services';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AppError,
  buildServer,
  commonConfigShape,
  credentialHeader,
  parseConfig,
  registerRoute,
} from '../index.ts';

const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000, https://fares.example',
  SERVICE_CREDENTIAL: 'credential-of-the-test',
  TRUSTED_PROXIES: '10.0.0.0/8',
});
let app: FastifyInstance;
let isReady = true;

beforeAll(async () => {
  const checks = { thing: async () => (isReady ? undefined : Promise.reject(new Error('away'))) };
  app = await buildServer({ name: 'sample', config, checks });
  registerRoute(app, loginContract, async ({ body }) => {
    if (body.username === 'crash') throw new Error('secret cause');
    if (body.username === 'busy') throw new AppError('SEARCH_BUSY', { retryAfterSeconds: 4 });
    return { success: true, message: 'wrong shape' } as never;
  });
  registerRoute(app, verifyOfferContract, async ({ reply }) => {
    reply.status(410);
    return { valid: false, error: 'OFFER_EXPIRED' as const, secret: 'not in the contract' };
  });
  app.get('/api/client', async ({ ip, host, protocol }) => ({ ip, host, protocol }));
  app.get('/internal/secret', async () => ({ fine: true }));
  await app.ready();
});
afterAll(() => app.close());

const post = (username: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password: 'x' }, headers });

it('hides the cause of an unknown error', async () => {
  const answer = await post('crash');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('secret cause');
  expect(answer.json()).toMatchObject({
    error: 'INTERNAL_ERROR',
    message: 'Something went wrong. Please try again.',
  });
});

it('answers an answer that breaks its contract as a failure of ours', async () => {
  expect((await post('fine')).statusCode).toBe(500);
});

it('sends a code with its status, its sentence and when to try again', async () => {
  const answer = await post('busy');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().error]).toEqual([
    503,
    '4',
    'SEARCH_BUSY',
  ]);
});

it('says in the common shape that nothing is there when the router refuses an address', async () => {
  for (const url of [`/api/flights/verify-offer/${'o'.repeat(101)}`, '/api/flights/verify-offer/%E0%A4%A']) {
    const answer = await app.inject(url);
    expect(answer.statusCode, url).toBe(404);
    expect(errorBodySchema.parse(answer.json()).error, url).toBe('NOT_FOUND');
  }
});

it('sends only what the contract names', async () => {
  const answer = await app.inject('/api/flights/verify-offer/off_1');
  expect([answer.statusCode, answer.json()]).toEqual([410, { valid: false, error: 'OFFER_EXPIRED' }]);
});

it('[SECURITY-04] takes writes from the site’s origins and from no other', async () => {
  expect((await post('busy', { origin: 'https://fares.example' })).statusCode).toBe(503);
  expect((await post('busy', { origin: 'https://fares.example.evil' })).json().error).toBe('ORIGIN_REFUSED');
  expect((await post('busy', { origin: 'null' })).json().error).toBe('ORIGIN_REFUSED');
});

it('[HOST-06] takes client address, host and protocol from forwarding headers of a trusted proxy alone', async () => {
  const clientBy = async (remoteAddress: string) => {
    const headers = {
      host: 'service.internal',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'sky.example',
      'x-forwarded-proto': 'https',
    };
    return (await app.inject({ url: '/api/client', remoteAddress, headers })).json();
  };
  const forwarded = { ip: '203.0.113.9', host: 'sky.example', protocol: 'https' };
  expect(await clientBy('10.1.2.3')).toEqual(forwarded);
  expect(await clientBy('::ffff:10.1.2.3')).toEqual(forwarded);
  expect(await clientBy('11.1.2.3')).toEqual({ ip: '11.1.2.3', host: 'service.internal', protocol: 'http' });
});

it('shows /internal only to a caller with the service credential', async () => {
  const ask = (credential?: string) =>
    app.inject({ url: '/internal/secret', headers: credential ? { [credentialHeader]: credential } : {} });
  expect((await ask()).statusCode).toBe(404);
  expect((await ask('credential-of-the-tesT')).statusCode).toBe(404);
  expect((await ask('credential-of-the-test')).statusCode).toBe(200);
});

it('tells being alive from being ready', async () => {
  isReady = false;
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  const notReady = await app.inject('/health/ready');
  expect([notReady.statusCode, notReady.json().checks]).toEqual([503, { thing: 'down' }]);
  isReady = true;
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
});

it('publishes its API document outside production', async () => {
  const document = (await app.inject('/api/sample/docs/json')).json();
  expect(document.paths['/api/auth/login'].post.responses).toHaveProperty('401');
  const production = await buildServer({
    name: 'sample',
    config: { ...config, NODE_ENV: 'production' },
    checks: {},
  });
  expect((await production.inject('/api/sample/docs/json')).statusCode).toBe(404);
});
