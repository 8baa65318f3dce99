import { onTestFinished } from 'vitest';

import Stripe from 'stripe';

import { buildStripeSandbox } from '../app.ts';
import type { SandboxOptions } from '../config.ts';
import type { buildLedger } from '../control/ledger.ts';

export interface SandboxHarness {
  stripe: Stripe;
  url: string;
  /** Creates an SDK client with another key or other settings. */
  createClient: (key: string, config?: { maxNetworkRetries?: number; timeout?: number }) => Stripe;
  callControl: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  readLedger: () => Promise<ReturnType<typeof buildLedger>>;
  close: () => Promise<void>;
}

/** Starts the sandbox on a free port with the real SDK as its client, and stops it at the end of the test. */
export async function startSandbox(options: SandboxOptions = {}): Promise<SandboxHarness> {
  const app = buildStripeSandbox(options);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(url);
  let closed = false;
  const close = async () => {
    if (!closed) await app.close();
    closed = true;
  };
  onTestFinished(close);

  const createClient: SandboxHarness['createClient'] = (key, config = {}) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: config.maxNetworkRetries ?? 2,
      telemetry: false,
      ...(config.timeout ? { timeout: config.timeout } : {}),
    });

  const callControl: SandboxHarness['callControl'] = async (method, path, body) => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const result: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(result));
    return result;
  };

  return {
    stripe: createClient('sk_test_sandbox'),
    url,
    createClient,
    callControl,
    readLedger: () => callControl('GET', 'ledger') as Promise<ReturnType<typeof buildLedger>>,
    close,
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
