import type { Mode } from '@fareline/contracts';
import Stripe from 'stripe';
import type { PaymentsConfig } from '../config.ts';

/** No API key is configured for the mode. */
export class ModeNotConfiguredError extends Error {
  override name = 'ModeNotConfiguredError';
}

const toHostOptions = (baseUrl: string | undefined) => {
  if (!baseUrl) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
};

/** One client per mode. The SDK retries after a 409, a 500 or no response, with the same idempotency key. */
export function createStripeClients(config: PaymentsConfig): (mode: Mode) => Stripe {
  const client = (key: string | undefined) =>
    key
      ? new Stripe(key, {
          ...toHostOptions(config.STRIPE_BASE_URL),
          maxNetworkRetries: 2,
          timeout: config.STRIPE_TIMEOUT_MS,
          telemetry: false,
        })
      : undefined;
  const clients = { test: client(config.STRIPE_KEY_TEST), live: client(config.STRIPE_KEY_LIVE) };
  return (mode) => {
    const found = clients[mode];
    if (!found) throw new ModeNotConfiguredError(`no Stripe key is configured for ${mode} mode`);
    return found;
  };
}
