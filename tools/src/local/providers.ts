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

const programs = ['accounts', 'flights', 'payments', 'duffel', 'stripe', 'mail'] as const;

/** Internal URLs of the programs of one product. */
export type ServiceUrls = Record<(typeof programs)[number], string> & { smtpPort: number };

/** Allocates free ports for all programs except the edge. */
export async function allocateUrls(): Promise<ServiceUrls> {
  const allocate = async (name: string) => [name, `http://127.0.0.1:${await findFreePort()}`] as const;
  const urls = Object.fromEntries(await Promise.all(programs.map(allocate)));
  return { ...(urls as Omit<ServiceUrls, 'smtpPort'>), smtpPort: await findFreePort() };
}

export function getPort(url: string): string {
  return new URL(url).port;
}

type Variables = Record<string, string>;

/** Variables of each provider: those of the environment for a real one, else those of its sandbox. (ELEMENT-01, ELEMENT-05) */
export function createProviderVariables(
  env: NodeJS.ProcessEnv,
  urls: ServiceUrls,
  secrets: Secrets,
  hasPaymentElement = false,
) {
  const real = findRealProviders(env);
  const choose = (isReal: boolean, ofSandbox: Variables) =>
    isReal ? pick(env, Object.keys(ofSandbox)) : ofSandbox;
  const publishableKeys = choose(real.providers, {
    STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_sandbox',
  });
  if (hasPaymentElement && !publishableKeys.STRIPE_PUBLISHABLE_KEY_TEST)
    throw new UserError('--payment-element needs STRIPE_PUBLISHABLE_KEY_TEST beside STRIPE_KEY_TEST.');
  return {
    duffel: choose(real.providers, {
      DUFFEL_TOKEN_TEST: 'duffel_test_sandbox',
      DUFFEL_TOKEN_LIVE: 'duffel_live_sandbox',
      DUFFEL_BASE_PATH: urls.duffel,
    }),
    stripe: {
      ...pick(env, ['STRIPE_RAW_CARDS']),
      ...choose(real.providers, {
        STRIPE_KEY_TEST: 'sk_test_sandbox',
        STRIPE_KEY_LIVE: 'sk_live_sandbox',
        STRIPE_BASE_URL: urls.stripe,
      }),
    },
    /** With them payments has Stripe's card form. */
    publishableKeys: real.providers || hasPaymentElement ? publishableKeys : {},
    duffelWebhooks: choose(real.providers, {
      DUFFEL_WEBHOOK_SECRET_TEST: secrets.duffelWebhookSecretTest,
      DUFFEL_WEBHOOK_SECRET_LIVE: secrets.duffelWebhookSecretLive,
    }),
    stripeWebhooks: choose(real.providers, {
      STRIPE_WEBHOOK_SECRET_TEST: secrets.stripeWebhookSecretTest,
      STRIPE_WEBHOOK_SECRET_LIVE: secrets.stripeWebhookSecretLive,
    }),
    mailWebhooks: choose(real.mail, { MAIL_WEBHOOK_SECRET: secrets.mailWebhookSecret }),
    mail: {
      ...choose(real.mail, { SMTP_URL: `smtp://127.0.0.1:${urls.smtpPort}` }),
      MAIL_FROM: env.MAIL_FROM || 'Fareline <bookings@fareline.example>',
      ...pick(env, Object.keys(dkimShape)),
    },
  };
}

/** The settings of the environment with these names. */
export const pick = (env: NodeJS.ProcessEnv, names: string[]): Variables =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = readSetting(env, name);
      return value ? [[name, value]] : [];
    }),
  );
