import { startStripeSandbox } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { checkKeys } from './check-keys.ts';

let stripe: Awaited<ReturnType<typeof startStripeSandbox>>;
beforeAll(async () => {
  stripe = await startStripeSandbox();
});
afterAll(() => stripe.kill());

const [account, otherAccount] = ['51FirstAccountNum', '51OtherAccountNum'];

/** Checks keys at the sandbox, and returns what was logged. */
async function check(keys: Partial<PaymentsConfig>, url = stripe.url): Promise<string[]> {
  const warn = vi.fn();
  await checkKeys({ STRIPE_BASE_URL: url, STRIPE_TIMEOUT_MS: 5000, ...keys } as PaymentsConfig, { warn });
  return warn.mock.calls.map(([, message]) => message as string);
}

it('[ELEMENT-05] starts with keys of one account, also without a key of live mode', async () => {
  const STRIPE_KEY_TEST = `sk_test_${account}abc`;
  expect(await check({ STRIPE_KEY_TEST })).toEqual([]);
  expect(await check({ STRIPE_KEY_TEST, STRIPE_KEY_LIVE: `rk_live_${account}def` })).toEqual([]);
});

it.each(['STRIPE_KEY_TEST', 'STRIPE_KEY_LIVE'])(
  '[ELEMENT-05] a %s that Stripe refuses stops the start',
  async (name) => {
    const keys = { STRIPE_KEY_TEST: 'sk_test_a', STRIPE_KEY_LIVE: 'sk_live_a', [name]: 'sk_live_no-key' };
    await expect(check(keys)).rejects.toMatchObject({
      name: 'ConfigError',
      message: `Stripe refuses ${name}: set it to a secret key that its dashboard shows for this mode.`,
    });
  },
);

it('[ELEMENT-05] says that the keys of the modes are of two accounts, as those of a Stripe sandbox are', async () => {
  const keys = { STRIPE_KEY_TEST: `sk_test_${account}abc`, STRIPE_KEY_LIVE: `sk_live_${otherAccount}abc` };
  expect(await check(keys)).toEqual([
    'STRIPE_KEY_TEST and STRIPE_KEY_LIVE are of two Stripe accounts, which is right only if the former is of a Stripe sandbox',
  ]);
});

it('[ELEMENT-05] starts while Stripe cannot be asked, and says so', async () => {
  expect(await check({ STRIPE_KEY_TEST: 'sk_test_a' }, 'http://127.0.0.1:9')).toEqual([
    'Stripe could not be asked about STRIPE_KEY_TEST',
  ]);
});
