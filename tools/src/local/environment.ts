import {
  type ServiceUrls,
  createDuffelVariables,
  createMailVariables,
  createMailWebhookSecret,
  createPublishableKeys,
  findRealProviders,
  createStripeVariables,
  createWebhookSecrets,
} from './providers.ts';
import { hashCredential } from '@fareline/service-kit/hash-credential';
import type { Caller } from '@fareline/contracts/services';
import type { Secrets } from './secrets.ts';

/** Everything that the environment variables of a product's services are derived from. */
export interface ProductSettings {
  /** The environment of the terminal; overrides derived values. */
  env: NodeJS.ProcessEnv;
  nodeEnv: string;
  /** The card form of the provider's sandbox. */
  hasPaymentElement?: boolean;
  origins: string[];
  accountsDatabaseUrl: string;
  paymentsDatabaseUrl: string;
  cacheUrl: string;
  jobsUrl: string;
  releasesDir: string;
  /** The public keys that may release front ends. */
  releaseKeys: string;
  urls: ServiceUrls;
  secrets: Secrets;
}

/** `/metrics` requires a token when METRICS_TOKEN is set or the site is reachable from other machines (FARELINE_HOST). */
function createMetricsVariables(env: NodeJS.ProcessEnv, secrets: Secrets): { METRICS_TOKEN?: string } {
  const token = env.METRICS_TOKEN || (env.FARELINE_HOST ? secrets.metricsToken : '');
  return token ? { METRICS_TOKEN: token } : {};
}

const createTracingVariables = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: share,
}: NodeJS.ProcessEnv) => ({
  ...(endpoint ? { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : {}),
  ...(share ? { OTEL_TRACES_SAMPLER_ARG: share } : {}),
});

/** Environment variables of each service, and of the prerenderer, by name; without PORT and HOST. */
export function createServiceEnvironments(
  settings: ProductSettings,
): Record<'accounts' | 'flights' | 'payments' | 'edge' | 'prerender', Record<string, string>> {
  const { env, urls, secrets } = settings;
  const real = findRealProviders(env);
  const common = {
    NODE_ENV: settings.nodeEnv,
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    ...createMetricsVariables(env, secrets),
    ...createTracingVariables(env),
    // The edge runs on the same machine.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SITE_ORIGIN: env.SITE_ORIGIN || settings.origins.join(','),
  };
  const accountsUrl = { ACCOUNTS_URL: urls.accounts };
  const flightsUrl = { FLIGHTS_URL: urls.flights };
  const paymentsUrl = { PAYMENTS_URL: urls.payments };
  const duffel = createDuffelVariables(env, real, urls);
  const stripe = createStripeVariables(env, real, urls);
  const publishableKeys = createPublishableKeys(env, real, settings.hasPaymentElement ?? false);
  const mail = createMailVariables(env, real, urls);
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
      DATABASE_SCHEMA: 'accounts',
      JOBS_REDIS_URL: settings.jobsUrl,
      ...mail,
      SERVICE_CREDENTIAL: secrets.accountsCredential,
      SESSION_KEY_SECRET: env.SESSION_KEY_SECRET || secrets.sessionKeySecret,
      ENVIRONMENT: settings.nodeEnv,
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
      DATABASE_SCHEMA: 'payments',
      JOBS_REDIS_URL: settings.jobsUrl,
      ...duffel,
      ...stripe,
      ...publishableKeys,
      ...createWebhookSecrets(env, real, secrets),
      ...createMailWebhookSecret(env, real, secrets),
      // At the sandboxes one traveller tries many test cards.
      CARDS_PER_TRAVELLER: env.CARDS_PER_TRAVELLER || (real.providers ? '' : '20'),
      LAST_MINUTE_MS: env.LAST_MINUTE_MS || '',
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
