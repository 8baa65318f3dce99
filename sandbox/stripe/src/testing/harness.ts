import { createControlClient } from '@fareline/sandbox-kit/testing';
import type { LedgerEntry } from '@fareline/sandbox-kit';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';

import { buildStripeSandbox } from '../app.ts';
import type { SandboxOptions } from '../config.ts';
import type { listRecords } from '../control/control.route.ts';

type Ledger = ReturnType<typeof listRecords> & { requests: LedgerEntry[] };

/** Creates an SDK client of the sandbox at `url`. */
export function createStripeClient(
  url: string,
  key = 'sk_test_sandbox',
  config: { maxNetworkRetries?: number; timeout?: number } = {},
): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 2, ...config });
}

/** Starts the sandbox on a free port with the real SDK as its client, and stops it at the end of the test. */
export async function startSandbox(options: SandboxOptions = {}) {
  const app = buildStripeSandbox(options);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const callControl = createControlClient(url);
  return {
    stripe: createStripeClient(url),
    url,
    /** Creates an SDK client with another key or other settings. */
    createClient: (key: string, config?: { maxNetworkRetries?: number; timeout?: number }) =>
      createStripeClient(url, key, config),
    callControl,
    addFault: (fault: object) => callControl('POST', 'faults', fault),
    readLedger: async () => (await callControl('GET', 'ledger')) as Ledger,
    close: () => app.close(),
  };
}

/** Authorises 120.50 USD on a card without capture, as the payments service does for a booking. */
export function authorise(
  stripe: Stripe,
  paymentMethod = 'pm_card_visa',
  overrides: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  return stripe.paymentIntents.create({
    amount: 12_050,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    payment_method: paymentMethod,
    ...overrides,
  });
}

/** Returns the error of a rejected call; throws if the call succeeds. */
export async function getError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('expected the call to be rejected');
}
