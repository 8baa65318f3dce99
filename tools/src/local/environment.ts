import {
  type Addresses,
  duffelVariables,
  mailVariables,
  realProviders,
  stripeVariables,
} from './providers.ts';
import type { Secrets } from './secrets.ts';

/** All that decides the settings of a product's programs. */
export interface World {
  /** What the person at the terminal has set; wins over what follows from the rest. */
  env: NodeJS.ProcessEnv;
  nodeEnv: string;
  origins: string[];
  databaseUrl: string;
  cacheUrl: string;
  jobsUrl: string;
  releasesDir: string;
  addresses: Addresses;
  secrets: Secrets;
}

/** On this machine `/metrics` is open; where others can reach the site it asks for a token, given or of the data folder. */
function metricsToken(env: NodeJS.ProcessEnv, secrets: Secrets): { METRICS_TOKEN?: string } {
  const token = env.METRICS_TOKEN || (env.FARELINE_HOST ? secrets.metricsToken : '');
  return token ? { METRICS_TOKEN: token } : {};
}

/** The settings of each service by its name, addresses and ports apart. */
export function serviceEnvironments(
  world: World,
): Record<'accounts' | 'flights' | 'payments' | 'edge', Record<string, string>> {
  const { env, addresses, secrets } = world;
  const real = realProviders(env);
  const common = {
    NODE_ENV: world.nodeEnv,
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    ...metricsToken(env, secrets),
    SERVICE_CREDENTIAL: secrets.serviceCredential,
    // In front of the services stands the edge, on this machine.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SITE_ORIGIN: world.origins.join(','),
    ACCOUNTS_URL: addresses.accounts,
    FLIGHTS_URL: addresses.flights.join(','),
    PAYMENTS_URL: addresses.payments,
  };
  const duffel = duffelVariables(env, real, addresses);
  const stripe = stripeVariables(env, real, addresses);
  const mail = mailVariables(env, real, addresses);
  const database = (schema: string) => ({
    DATABASE_URL: world.databaseUrl,
    DATABASE_SCHEMA: schema,
    JOBS_REDIS_URL: world.jobsUrl,
  });
  return {
    accounts: {
      ...common,
      ...database('accounts'),
      ...duffel,
      ...stripe,
      ...mail,
      SESSION_KEY_SECRET: env.SESSION_KEY_SECRET || secrets.sessionKeySecret,
      ENVIRONMENT: world.nodeEnv,
    },
    flights: {
      ...common,
      ...duffel,
      REDIS_URL: world.cacheUrl,
      JOBS_REDIS_URL: world.jobsUrl,
      PROVIDER_BUDGET_PER_MINUTE: env.PROVIDER_BUDGET_PER_MINUTE || '60',
    },
    payments: {
      ...common,
      ...database('payments'),
      ...duffel,
      ...stripe,
      ...mail,
      STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET || secrets.stripeWebhookSecret,
      DUFFEL_WEBHOOK_SECRET: env.DUFFEL_WEBHOOK_SECRET || secrets.duffelWebhookSecret,
    },
    edge: { ...common, TRUSTED_PROXIES: env.TRUSTED_PROXIES || 'none', RELEASES_DIR: world.releasesDir },
  };
}
