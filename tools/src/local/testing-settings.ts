import type { ProductSettings } from './environment.ts';

/** Settings of a product for tests, with the given environment of the terminal. */
export const createSettings = (env: NodeJS.ProcessEnv): ProductSettings => ({
  env,
  nodeEnv: 'development',
  origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
  accountsDatabaseUrl: 'postgres://accounts@db',
  paymentsDatabaseUrl: 'postgres://payments@db',
  cacheUrl: 'redis://cache',
  jobsUrl: 'redis://jobs',
  releaseKeys: '',
  releasesDir: '/releases',
  urls: {
    accounts: 'http://accounts',
    flights: 'http://flights',
    payments: 'http://payments',
    duffel: 'http://duffel',
    stripe: 'http://stripe',
    mail: 'http://mail',
    smtpPort: 2525,
  },
  secrets: {
    sessionKeySecret: 'key secret',
    accountsCredential: 'credential of accounts',
    flightsCredential: 'credential of flights',
    paymentsCredential: 'credential of payments',
    prerenderCredential: 'credential of prerender',
    paymentsHashKey: 'hash key',
    postgresPassword: 'superuser',
    accountsDatabasePassword: 'accounts password',
    paymentsDatabasePassword: 'payments password',
    metricsToken: 'token of the data folder',
    stripeWebhookSecretTest: 'whsec_test',
    stripeWebhookSecretLive: 'whsec_live',
    duffelWebhookSecretTest: 'secret of test',
    duffelWebhookSecretLive: 'secret of live',
  },
});
