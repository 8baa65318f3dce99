import { ConfigError } from '@fareline/service-kit/config';
import type { FastifyBaseLogger } from 'fastify';
import Stripe from 'stripe';
import type { PaymentsConfig } from '../config.ts';
import { createStripeClients } from './clients.ts';
import { withoutProviderText } from './provider-error.ts';

/** A start waits no longer for Stripe, which may be unreachable. */
const timeoutMs = 5_000;

/**
 * Asks Stripe once for the account of each secret key. Throws a ConfigError for a key that it refuses; whatever else is wrong is
 * logged, because it may pass, or a restricted key may not read its account. (ELEMENT-05)
 */
export async function checkKeys(config: PaymentsConfig, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const getClient = createStripeClients(config);

  async function findAccount(mode: 'test' | 'live', name: 'STRIPE_KEY_TEST' | 'STRIPE_KEY_LIVE') {
    if (!config[name]) return undefined;
    try {
      const options = { timeout: timeoutMs, maxNetworkRetries: 0 };
      return (await getClient(mode).accounts.retrieveCurrent({}, options)).id;
    } catch (error) {
      const cause = withoutProviderText(error);
      if (error instanceof Stripe.errors.StripeAuthenticationError)
        throw new ConfigError(
          `Stripe refuses ${name}: set it to a secret key that its dashboard shows for this mode.`,
          { cause },
        );
      log.warn({ err: cause }, `Stripe could not be asked about ${name}`);
      return undefined;
    }
  }

  const [test, live] = await Promise.all([
    findAccount('test', 'STRIPE_KEY_TEST'),
    findAccount('live', 'STRIPE_KEY_LIVE'),
  ]);
  if (test && live && test !== live)
    log.warn(
      { test, live },
      'STRIPE_KEY_TEST and STRIPE_KEY_LIVE are of two Stripe accounts, which is right only if the former is of a Stripe sandbox',
    );
}
