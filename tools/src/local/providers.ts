import { freePort } from './ports.ts';

/** Which providers are the real ones: those that the environment has a key or an address for. */
export interface RealProviders {
  duffel: boolean;
  stripe: boolean;
  mail: boolean;
}

export function realProviders(env: NodeJS.ProcessEnv): RealProviders {
  return {
    duffel: Boolean(env.DUFFEL_TOKEN_TEST || env.DUFFEL_TOKEN_LIVE),
    stripe: Boolean(env.STRIPE_KEY_TEST || env.STRIPE_KEY_LIVE),
    mail: Boolean(env.SMTP_URL),
  };
}

/** Where the programs of one product listen, and what they share. */
export interface Addresses {
  accounts: string;
  flights: string[];
  payments: string;
  duffel: string;
  stripe: string;
  mail: string;
  smtpPort: number;
}

/** Free ports for all of them; the edge's own is chosen by whoever starts the product. */
export async function chooseAddresses(flights: number): Promise<Addresses> {
  const [accounts, payments, duffel, stripe, mail, ...replicas] = await Promise.all(
    Array.from({ length: 5 + flights }, async () => `http://127.0.0.1:${await freePort()}`),
  );
  if (!accounts || !payments || !duffel || !stripe || !mail) throw new Error('too few ports');
  return { accounts, payments, duffel, stripe, mail, flights: replicas, smtpPort: await freePort() };
}

export function portOf(address: string): string {
  return new URL(address).port;
}

type Variables = Record<string, string>;

/** Settings of the flight-data provider: the real one's as they are in the environment, else the sandbox's. */
export function duffelVariables(env: NodeJS.ProcessEnv, real: RealProviders, at: Addresses): Variables {
  if (real.duffel) return pick(env, ['DUFFEL_TOKEN_TEST', 'DUFFEL_TOKEN_LIVE', 'DUFFEL_BASE_PATH']);
  return {
    DUFFEL_TOKEN_TEST: 'duffel_test_sandbox',
    DUFFEL_TOKEN_LIVE: 'duffel_live_sandbox',
    DUFFEL_BASE_PATH: at.duffel,
  };
}

export function stripeVariables(env: NodeJS.ProcessEnv, real: RealProviders, at: Addresses): Variables {
  const own = pick(env, [
    'STRIPE_KEY_TEST',
    'STRIPE_KEY_LIVE',
    'STRIPE_BASE_URL',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_RAW_CARDS',
  ]);
  if (real.stripe) return own;
  return {
    ...own,
    STRIPE_KEY_TEST: 'sk_test_sandbox',
    STRIPE_KEY_LIVE: 'sk_live_sandbox',
    STRIPE_BASE_URL: at.stripe,
  };
}

export function mailVariables(env: NodeJS.ProcessEnv, real: RealProviders, at: Addresses): Variables {
  return {
    SMTP_URL: real.mail ? (env.SMTP_URL ?? '') : `smtp://127.0.0.1:${at.smtpPort}`,
    MAIL_FROM: env.MAIL_FROM || 'Fareline <bookings@fareline.example>',
  };
}

function pick(env: NodeJS.ProcessEnv, names: string[]): Variables {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
