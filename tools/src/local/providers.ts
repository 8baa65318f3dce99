import { dkimShape, readSetting } from '@fareline/service-kit/config';
import { findFreePort } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { UserError } from './user-error.ts';

/** What is real: that which the environment has keys or a URL for. */
export interface RealProviders {
  /** Duffel and Stripe. */
  providers: boolean;
  mail: boolean;
}

/**
 * Throws a UserError when a mode would have one real provider, whose other one is a sandbox or nothing, or has settings that
 * sandboxes would not use. (ELEMENT-05)
 */
export function findRealProviders(env: NodeJS.ProcessEnv): RealProviders {
  const listSet = (mode: 'TEST' | 'LIVE') =>
    ['DUFFEL_TOKEN', 'STRIPE_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'DUFFEL_WEBHOOK_SECRET']
      .map((name) => `${name}_${mode}`)
      .filter((name) => readSetting(env, name));
  const [test, live] = [listSet('TEST'), listSet('LIVE')];
  const set = [...test, ...live];
  const needed = [
    ...(set.length > 0 ? ['DUFFEL_TOKEN_TEST', 'STRIPE_KEY_TEST'] : []),
    ...(live.length > 0 ? ['DUFFEL_TOKEN_LIVE', 'STRIPE_KEY_LIVE'] : []),
  ];
  const missing = needed.filter((name) => !set.includes(name));
  if (missing.length > 0)
    throw new UserError(
      `${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set, but not ${missing.join(' and ')}. ` +
        'A real provider is never used beside a sandbox: set the missing keys too, or none.',
    );
  return { providers: set.length > 0, mail: Boolean(env.SMTP_URL) };
}

/** Internal URLs of the programs of one product. */
export interface ServiceUrls {
  accounts: string;
  flights: string;
  payments: string;
  duffel: string;
  stripe: string;
  mail: string;
  smtpPort: number;
}

/** Allocates free ports for all programs except the edge. */
export async function allocateUrls(): Promise<ServiceUrls> {
  const allocate = async () => `http://127.0.0.1:${await findFreePort()}`;
  return {
    accounts: await allocate(),
    flights: await allocate(),
    payments: await allocate(),
    duffel: await allocate(),
    stripe: await allocate(),
    mail: await allocate(),
    smtpPort: await findFreePort(),
  };
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
  if (real.providers) return pick(env, ['DUFFEL_TOKEN_TEST', 'DUFFEL_TOKEN_LIVE', 'DUFFEL_BASE_PATH']);
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
  if (real.providers) return configured;
  return {
    ...configured,
    STRIPE_KEY_TEST: 'sk_test_sandbox',
    STRIPE_KEY_LIVE: 'sk_live_sandbox',
    STRIPE_BASE_URL: urls.stripe,
  };
}

/**
 * Publishable keys, with which payments has Stripe's card form: those of the environment for the real provider, else with
 * `--payment-element` those of the sandbox. (ELEMENT-01)
 */
export function createPublishableKeys(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  hasPaymentElement: boolean,
): Variables {
  const ofSandbox = {
    STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_sandbox',
  };
  if (!real.providers) return hasPaymentElement ? ofSandbox : {};
  const keys = pick(env, Object.keys(ofSandbox));
  if (hasPaymentElement && !keys.STRIPE_PUBLISHABLE_KEY_TEST)
    throw new UserError('--payment-element needs STRIPE_PUBLISHABLE_KEY_TEST beside STRIPE_KEY_TEST.');
  return keys;
}

export const createDuffelSecrets = (secrets: Secrets): Variables => ({
  DUFFEL_WEBHOOK_SECRET_TEST: secrets.duffelWebhookSecretTest,
  DUFFEL_WEBHOOK_SECRET_LIVE: secrets.duffelWebhookSecretLive,
});

export const createStripeSecrets = (secrets: Secrets): Variables => ({
  STRIPE_WEBHOOK_SECRET_TEST: secrets.stripeWebhookSecretTest,
  STRIPE_WEBHOOK_SECRET_LIVE: secrets.stripeWebhookSecretLive,
});

/** The secrets of the webhooks: those of the environment for real providers, else those of the data folder. */
export function createWebhookSecrets(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  secrets: Secrets,
): Variables {
  const ofSandboxes = { ...createDuffelSecrets(secrets), ...createStripeSecrets(secrets) };
  return real.providers ? pick(env, Object.keys(ofSandboxes)) : ofSandboxes;
}

/** The secret of the webhook of the mail provider: that of the environment for a real mail server, else that of the data folder. */
export const createMailWebhookSecret = (
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  secrets: Secrets,
): Variables =>
  real.mail ? pick(env, ['MAIL_WEBHOOK_SECRET']) : { MAIL_WEBHOOK_SECRET: secrets.mailWebhookSecret };

export function createMailVariables(
  env: NodeJS.ProcessEnv,
  real: RealProviders,
  urls: ServiceUrls,
): Variables {
  return {
    SMTP_URL: real.mail ? (env.SMTP_URL ?? '') : `smtp://127.0.0.1:${urls.smtpPort}`,
    MAIL_FROM: env.MAIL_FROM || 'Fareline <bookings@fareline.example>',
    ...pick(env, Object.keys(dkimShape)),
  };
}

function pick(env: NodeJS.ProcessEnv, names: string[]): Variables {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readSetting(env, name);
      return value ? [[name, value]] : [];
    }),
  );
}
