import { onTestFinished } from 'vitest';

import Stripe from 'stripe';

import { buildStripeSandbox } from './app.ts';
import type { Options } from './config.ts';
import type { ledger } from './control/ledger.ts';

export interface Running {
  stripe: Stripe;
  url: string;
  /** A client with another key or other settings. */
  client: (key: string, config?: { maxNetworkRetries?: number; timeout?: number }) => Stripe;
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  ledger: () => Promise<ReturnType<typeof ledger>>;
  close: () => Promise<void>;
}

/** A sandbox on a free port with the real SDK in front of it; it stops with the test. */
export async function startSandbox(options: Options = {}): Promise<Running> {
  const app = buildStripeSandbox(options);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(url);
  let closed = false;
  const close = async () => {
    if (!closed) await app.close();
    closed = true;
  };
  onTestFinished(close);

  const client: Running['client'] = (key, config = {}) =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: config.maxNetworkRetries ?? 2,
      telemetry: false,
      ...(config.timeout ? { timeout: config.timeout } : {}),
    });

  const control: Running['control'] = async (method, path, body) => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };

  return {
    stripe: client('sk_test_sandbox'),
    url,
    client,
    control,
    ledger: () => control('GET', 'ledger') as Promise<ReturnType<typeof ledger>>,
    close,
  };
}

/** A hold of 120.50 USD on a card, as the payments of a booking make it. */
export function hold(
  stripe: Stripe,
  paymentMethod = 'pm_card_visa',
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  return stripe.paymentIntents.create({
    amount: 12_050,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    confirm: true,
    payment_method: paymentMethod,
    ...more,
  });
}

/** The error that a call ends with; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('the call was not refused');
}
