import { defaultBrand } from '@fareline/contracts/schemas';
import { createSandboxControl, startStripeSandbox } from '@fareline/service-kit/testing';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createCardGateway } from '../stripe/create-card-gateway.ts';
import { registerWalletDomainsHandler } from './wallet-domains.job.ts';

let program: Awaited<ReturnType<typeof startStripeSandbox>>;
let control: ReturnType<typeof createSandboxControl<{ requests: { method: string; path: string }[] }>>;
beforeAll(async () => {
  program = await startStripeSandbox();
  control = createSandboxControl(program);
});
afterEach(async () => {
  await control.clearFaults();
});
afterAll(() => program.kill());

const both = { STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_x', STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_x' };

/** Runs the job for brands with these domains; each test has its own. */
async function register(
  domains: string[] | undefined,
  keys: Partial<typeof both>,
  siteOrigins = ['http://localhost:3000'],
) {
  const config = {
    SITE_ORIGIN: siteOrigins,
    DUFFEL_TOKEN_LIVE: 'duffel_live_x',
    STRIPE_KEY_TEST: 'sk_test_x',
    STRIPE_KEY_LIVE: 'sk_live_x',
    STRIPE_BASE_URL: program.url,
    STRIPE_TIMEOUT_MS: 5000,
    ...keys,
  } as PaymentsConfig;
  const warn = vi.fn();
  await registerWalletDomainsHandler({
    config,
    cardGateway: createCardGateway(config),
    knownBrands: async () => ({
      list: domains?.map((domain) => ({ ...defaultBrand, domain })),
      isStale: !domains,
    }),
    log: { warn } as unknown as Deps['log'],
  }).run({});
  return warn.mock.calls.map(([details]) => (details as { domain: string }).domain);
}

async function listDomains(mode: 'test' | 'live', ending: string) {
  const { hostname: host, port } = new URL(program.url);
  const stripe = new Stripe(`sk_${mode}_x`, { host, port, protocol: 'http', telemetry: false });
  const { data } = await stripe.paymentMethodDomains.list({ limit: 100 });
  return data
    .filter(({ domain_name }) => domain_name.endsWith(ending))
    .map(({ domain_name, apple_pay }) => `${domain_name} ${apple_pay.status}`)
    .sort();
}

const listCalls = async () => {
  const { requests } = await control.ledger();
  return requests.filter(({ path }) => path.includes('domains')).map(({ method }) => method);
};

it('registers the hosts of brands and site for wallets once, in each mode with a publishable key', async () => {
  const run = () =>
    register(['localhost', 'sky.one', 'sun.one'], both, ['https://www.site.one', 'http://10.0.0.7:3000']);
  expect(await run()).toEqual([]);
  const hosts = ['site.one', 'sky.one', 'sun.one', 'www.site.one', 'www.sky.one', 'www.sun.one'];
  const expected = hosts.map((host) => `${host} active`);
  expect([await listDomains('test', ''), await listDomains('live', '')]).toEqual([expected, expected]);
  const before = await listCalls();
  expect(await run()).toEqual([]);
  expect((await listCalls()).slice(before.length)).toEqual(['GET', 'GET']);
});

it('registers each host once of more than a page of the account', async () => {
  const domains = Array.from({ length: 51 }, (_, index) => `sky${index}.many`);
  const run = () => register(domains, { STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_x' });
  expect(await run()).toEqual([]);
  const before = await listCalls();
  expect(await run()).toEqual([]);
  expect((await listCalls()).slice(before.length)).toEqual(['GET', 'GET']);
});

it('logs that the domains of a mode are not known, and registers those of the other', async () => {
  const path = '/v1/payment_method_domains';
  await control.fault({ kind: 'status', status: 400, method: 'GET', path, times: 1 });
  expect(await register(['sky.five'], both)).toEqual([undefined]);
  expect([await listDomains('test', 'sky.five'), (await listDomains('live', 'sky.five')).length]).toEqual([
    [],
    2,
  ]);
});

it('registers nothing in a mode without a publishable key', async () => {
  await register(['sky.two'], { STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_x' });
  expect(await listDomains('test', 'sky.two')).toEqual([]);
  expect(await listDomains('live', 'sky.two')).toHaveLength(2);
});

it('logs a domain that Stripe does not take, registers the others, and tries again at the next run', async () => {
  const key = { STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_x' };
  const path = '/v1/payment_method_domains';
  await control.fault({ kind: 'status', status: 400, method: 'POST', path, times: 1 });
  expect(await register(['sky.three'], key)).toEqual(['sky.three']);
  expect(await listDomains('test', 'sky.three')).toEqual(['www.sky.three active']);
  expect(await register(['sky.three'], key)).toEqual([]);
  expect(await listDomains('test', 'sky.three')).toEqual(['sky.three active', 'www.sky.three active']);
});

it('registers the hosts of the site while accounts does not answer', async () => {
  await register(undefined, { STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_x' }, ['https://site.four']);
  expect(await listDomains('test', 'site.four')).toHaveLength(2);
});
