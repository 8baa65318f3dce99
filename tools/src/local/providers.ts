import { findFreePort } from './ports.ts';

/** Which providers are real ones: those that the environment has a key or URL for. */
export interface RealProviders {
  duffel: boolean;
  stripe: boolean;
  mail: boolean;
}

export function findRealProviders(env: NodeJS.ProcessEnv): RealProviders {
  return {
    duffel: Boolean(env.DUFFEL_TOKEN_TEST || env.DUFFEL_TOKEN_LIVE),
    stripe: Boolean(env.STRIPE_KEY_TEST || env.STRIPE_KEY_LIVE),
    mail: Boolean(env.SMTP_URL),
  };
}

/** Internal URLs of the programs of one product. */
export interface ServiceUrls {
  accounts: string;
  flights: string[];
  payments: string;
  duffel: string;
  stripe: string;
  mail: string;
  smtpPort: number;
}

/** Allocates free ports for all programs except the edge. */
export async function allocateUrls(flights: number): Promise<ServiceUrls> {
  const [accounts, payments, duffel, stripe, mail, ...replicas] = await Promise.all(
    Array.from({ length: 5 + flights }, async () => `http://127.0.0.1:${await findFreePort()}`),
  );
  if (!accounts || !payments || !duffel || !stripe || !mail) throw new Error('Too few ports were allocated.');
  return { accounts, payments, duffel, stripe, mail, flights: replicas, smtpPort: await findFreePort() };
}

export function getPort(url: string): string {
  return new URL(url).port;
}

type Variables = Record<string, string>;

/** Settings of Duffel: those of the environment for the real provider, else those of the sandbox. */
export function createDuffelVariables(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  urls: ServiceUrls,
): Variables {
  if (real.duffel) return pick(env, ['DUFFEL_TOKEN_TEST', 'DUFFEL_TOKEN_LIVE', 'DUFFEL_BASE_PATH']);
  return {
    DUFFEL_TOKEN_TEST: 'duffel_test_sandbox',
    DUFFEL_TOKEN_LIVE: 'duffel_live_sandbox',
    DUFFEL_BASE_PATH: urls.duffel,
  };
}

export function createStripeVariables(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  urls: ServiceUrls,
): Variables {
  const configured = pick(env, ['STRIPE_KEY_TEST', 'STRIPE_KEY_LIVE', 'STRIPE_BASE_URL', 'STRIPE_RAW_CARDS']);
  if (real.stripe) return configured;
  return {
    ...configured,
    STRIPE_KEY_TEST: 'sk_test_sandbox',
    STRIPE_KEY_LIVE: 'sk_live_sandbox',
    STRIPE_BASE_URL: urls.stripe,
  };
}

export function createMailVariables(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  urls: ServiceUrls,
): Variables {
  return {
    SMTP_URL: real.mail ? (env.SMTP_URL ?? '') : `smtp://127.0.0.1:${urls.smtpPort}`,
    MAIL_FROM: env.MAIL_FROM || 'Fareline <bookings@fareline.example>',
  };
}

function pick(env: NodeJS.ProcessEnv, names: string[]): Variables {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
