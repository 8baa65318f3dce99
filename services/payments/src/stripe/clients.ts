import type { Mode } from '@fareline/contracts';
import { createModeClients } from '@fareline/service-kit/mode-clients';
import Stripe from 'stripe';
import type { PaymentsConfig } from '../config.ts';

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
export const createStripeClients = (config: PaymentsConfig): ((mode: Mode) => Stripe) =>
  createModeClients(
    { test: config.STRIPE_KEY_TEST, live: config.STRIPE_KEY_LIVE },
    (key) =>
      new Stripe(key, {
        ...toHostOptions(config.STRIPE_BASE_URL),
        maxNetworkRetries: 2,
        timeout: config.STRIPE_TIMEOUT_MS,
        telemetry: false,
      }),
  );
