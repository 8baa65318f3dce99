import type { Caller } from '@fareline/contracts/services';
import { hashCredential } from '@fareline/service-kit/hash-credential';
import type { Infrastructure } from './infrastructure.ts';
import { createProviderVariables, findRealProviders, pick, type ServiceUrls } from './providers.ts';
import type { Secrets } from './secrets.ts';

/** Everything that the environment variables of a product's services are derived from. */
export interface ProductSettings extends Omit<Infrastructure, 'databaseUrl'> {
  /** The environment of the terminal; overrides derived values. */
  env: NodeJS.ProcessEnv;
  nodeEnv: string;
  /** The card form of the provider's sandbox. */
  hasPaymentElement?: boolean;
  origins: string[];
  releasesDir: string;
  /** The public keys that may release front ends. */
  releaseKeys: string;
  urls: ServiceUrls;
  secrets: Secrets;
}

/** Environment variables of each service, and of the prerenderer, by name; without PORT and HOST. */
export function createServiceEnvironments(
  settings: ProductSettings,
): Record<'accounts' | 'flights' | 'payments' | 'edge' | 'prerender', Record<string, string>> {
  const { env, urls, secrets } = settings;
  const real = findRealProviders(env);
  const providers = createProviderVariables(env, urls, secrets, settings.hasPaymentElement);
  const { duffel, stripe, publishableKeys, mail } = providers;
  const common = {
    NODE_ENV: settings.nodeEnv,
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    // `/metrics` requires a token when one is set or other machines can reach the site.
    ...(env.FARELINE_HOST ? { METRICS_TOKEN: secrets.metricsToken } : {}),
    ...pick(env, ['METRICS_TOKEN', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG']),
    // The edge runs on the same machine.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SITE_ORIGIN: env.SITE_ORIGIN || settings.origins.join(','),
    ...pick(env, ['ADMIN_ORIGIN']),
  };
  const accountsUrl = { ACCOUNTS_URL: urls.accounts };
  const flightsUrl = { FLIGHTS_URL: urls.flights };
  const paymentsUrl = { PAYMENTS_URL: urls.payments };
  const staffReads = { STAFF_READS_PER_HOUR: env.STAFF_READS_PER_HOUR || '' };
  const acceptCallers = (...callers: Caller[]) => ({
    ACCEPTED_CALLERS: callers
      .map((name) => `${name}:${hashCredential(secrets[`${name}Credential`])}`)
      .join(','),
  });
  return {
    accounts: {
      ...common,
      ...flightsUrl,
      ...paymentsUrl,
      ...acceptCallers('flights', 'payments', 'prerender'),
      DATABASE_URL: settings.accountsDatabaseUrl,
      KEYS_DATABASE_URL: settings.accountsKeysUrl,
      DATABASE_SCHEMA: 'accounts',
      JOBS_REDIS_URL: settings.jobsUrl,
      ...mail,
      SERVICE_CREDENTIAL: secrets.accountsCredential,
      SESSION_KEY_SECRET: env.SESSION_KEY_SECRET || secrets.sessionKeySecret,
      ENVIRONMENT: settings.nodeEnv,
      ...staffReads,
      RELEASES_DIR: settings.releasesDir,
    },
    flights: {
      ...common,
      ...accountsUrl,
      ...acceptCallers('accounts', 'payments'),
      SERVICE_CREDENTIAL: secrets.flightsCredential,
      ...duffel,
      REDIS_URL: settings.cacheUrl,
      JOBS_REDIS_URL: settings.jobsUrl,
      PROVIDER_BUDGET_PER_MINUTE: env.PROVIDER_BUDGET_PER_MINUTE || '60',
    },
    payments: {
      ...common,
      ...accountsUrl,
      ...flightsUrl,
      ...acceptCallers('accounts'),
      SERVICE_CREDENTIAL: secrets.paymentsCredential,
      PAYMENTS_HASH_KEY: secrets.paymentsHashKey,
      DATABASE_URL: settings.paymentsDatabaseUrl,
      KEYS_DATABASE_URL: settings.paymentsKeysUrl,
      DATABASE_SCHEMA: 'payments',
      JOBS_REDIS_URL: settings.jobsUrl,
      ...duffel,
      ...stripe,
      ...publishableKeys,
      ...providers.duffelWebhooks,
      ...providers.stripeWebhooks,
      ...providers.mailWebhooks,
      // At the sandboxes one traveller tries many test cards.
      CARDS_PER_TRAVELLER: env.CARDS_PER_TRAVELLER || (real.providers ? '' : '20'),
      LAST_MINUTE_MS: env.LAST_MINUTE_MS || '',
      ...pick(env, ['SECOND_COLLEAGUE_ABOVE']),
      ...staffReads,
      ...mail,
    },
    edge: {
      ...common,
      ...accountsUrl,
      ...flightsUrl,
      ...paymentsUrl,
      TRUSTED_PROXIES: env.TRUSTED_PROXIES || 'none',
      RELEASES_DIR: settings.releasesDir,
      RELEASE_KEYS: settings.releaseKeys,
      ...(real.providers ? {} : { DUFFEL_BASE_PATH: urls.duffel }),
      ...publishableKeys,
      // Without a card form the edge does not need to know that the provider is a sandbox.
      ...(stripe.STRIPE_BASE_URL && Object.keys(publishableKeys).length > 0
        ? { STRIPE_BASE_URL: stripe.STRIPE_BASE_URL }
        : {}),
    },
    prerender: {
      ...accountsUrl,
      RELEASES_DIR: settings.releasesDir,
      SERVICE_CREDENTIAL: secrets.prerenderCredential,
    },
  };
}
