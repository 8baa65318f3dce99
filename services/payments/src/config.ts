import type { Mode } from '@fareline/contracts';
import {
  assertAdminOrigin,
  assertDkim,
  assertNoSandboxKeys,
  commonConfigShape,
  ConfigError,
  credentialSetting,
  databaseShape,
  dkimShape,
  keysDatabaseShape,
  parseConfig,
  providerKeySetting,
  redisSetting,
  senderSetting,
  smtpSetting,
  urlSetting,
} from '@fareline/service-kit/config';
import { staffReadsSetting } from '@fareline/service-kit/http/staff-reads';
import { z } from 'zod';

const msSetting = (defaultValue: number) => z.coerce.number().int().min(0).default(defaultValue);
const countSetting = (defaultValue: number) => z.coerce.number().int().min(1).default(defaultValue);

const shape = {
  ...commonConfigShape,
  SERVICE_CREDENTIAL: credentialSetting,
  ACCOUNTS_URL: urlSetting,
  /** One or more replicas of the flights service, separated by commas. */
  FLIGHTS_URL: urlSetting,
  ...databaseShape('payments'),
  ...keysDatabaseShape,
  /** The job queue: a Redis that never evicts. */
  JOBS_REDIS_URL: redisSetting,
  SMTP_URL: smtpSetting,
  MAIL_FROM: senderSetting,
  ...dkimShape,
  DUFFEL_TOKEN_TEST: providerKeySetting('duffel_test_').describe(
    'the token of the Duffel account for test mode',
  ),
  DUFFEL_TOKEN_LIVE: providerKeySetting('duffel_live_').optional(),
  /** The base URL of a sandbox in place of the provider. */
  DUFFEL_BASE_PATH: urlSetting.optional(),
  STRIPE_KEY_TEST: providerKeySetting('sk_test_', 'rk_test_').describe(
    'the secret key of the Stripe account for test mode',
  ),
  STRIPE_KEY_LIVE: providerKeySetting('sk_live_', 'rk_live_').optional(),
  STRIPE_BASE_URL: urlSetting.optional(),
  STRIPE_PUBLISHABLE_KEY_TEST: providerKeySetting('pk_test_').optional(),
  STRIPE_PUBLISHABLE_KEY_LIVE: providerKeySetting('pk_live_').optional(),
  STRIPE_WEBHOOK_SECRET_TEST: z.string().min(8).optional(),
  STRIPE_WEBHOOK_SECRET_LIVE: z.string().min(8).optional(),
  DUFFEL_WEBHOOK_SECRET_TEST: z.string().min(8).optional(),
  DUFFEL_WEBHOOK_SECRET_LIVE: z.string().min(8).optional(),
  /** The secret of the mail provider's webhook; without it bounces are not known. */
  MAIL_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** The Stripe account is cleared for raw card numbers. (PROVIDER-43) */
  STRIPE_RAW_CARDS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** The key of the hashes in the database: of visitors, idempotency keys, claim tokens. */
  PAYMENTS_HASH_KEY: z
    .string()
    .min(16)
    .describe('the secret that hashes in the database are made with, 32 characters or more'),
  /** The former key, for 72 hours after a change. */
  PAYMENTS_HASH_KEY_PREVIOUS: z.string().min(16).optional(),
  /** Ignored in production: the process kills itself at the kill point of this name. */
  KILL_POINT: z.string().optional(),
  /** SIGSTOP stops the process there until it is sent SIGCONT. */
  KILL_SIGNAL: z.enum(['SIGKILL', 'SIGSTOP']).default('SIGKILL'),
  /** Ignored in production: all times below are multiplied by it, so that tests of crashes wait for none of them. */
  TIME_SCALE: z.coerce.number().positive().default(1),

  STRIPE_TIMEOUT_MS: msSetting(20_000),
  QUOTE_TIMEOUT_MS: msSetting(45_000),
  /** A price older than this is fetched again before the order. */
  QUOTE_FRESH_MS: msSetting(30_000),
  /** The provider may take up to 120 s for an order. */
  ORDER_TIMEOUT_MS: msSetting(130_000),
  /** Until this has passed since the order call, an order that is not found may still be created. (PROVIDER-34) */
  ORDER_SETTLE_MS: msSetting(150_000),
  /** The same time after the provider accepted the order with a 202. */
  ORDER_ACCEPTED_SETTLE_MS: msSetting(6 * 3600_000),
  /** Until this has passed since the card call, an intent that is not found may still be created. */
  AUTHORISE_SETTLE_MS: msSetting(150_000),
  /** Lease of a row or an idempotency key; another process may take it when the heartbeat stops for this long. */
  BOOKING_LEASE_MS: z.coerce.number().int().min(300).default(15_000),
  /** Added to call timeouts: when a reserved card attempt ends, and how long the response may create the account itself. */
  LEASE_MARGIN_MS: msSetting(20_000),
  RETRY_BASE_MS: msSetting(2000),
  RETRY_MAX_MS: msSetting(60_000),
  /** How long a capture, refund, void, order lookup or cancellation of an unpaid order is retried before an operator is alerted. */
  GIVE_UP_AFTER_MS: msSetting(5 * 24 * 3600_000),
  /** Authorisations that no booking has used for this long are voided. (MONEY-26) */
  UNUSED_HOLD_MS: msSetting(30 * 60_000),
  SWEEP_EVERY_MS: msSetting(3000),
  /** Interval of the jobs that complete past trips and purge expired rows. */
  HOUSEKEEPING_EVERY_MS: msSetting(60_000),
  /** Interval at which providers and tables are compared. */
  RECONCILE_EVERY_MS: msSetting(15 * 60_000),
  /** How far back they are compared; longer than an authorisation lasts without a capture is not needed. */
  RECONCILE_PERIOD_MS: msSetting(3 * 24 * 3600_000),
  /** What changed within this time is compared at the next run. */
  RECONCILE_MARGIN_MS: msSetting(10 * 60_000),
  /** Interval at which the domains of new brands are registered for wallets. */
  WALLET_DOMAINS_EVERY_MS: msSetting(10 * 60_000),
  /** A one-way trip that departs within this time is paid with a challenge, or waits for a person. */
  LAST_MINUTE_MS: msSetting(24 * 3600_000),
  /** How long a booking waits for a person before its order, if the offer lasts. */
  RISK_REVIEW_MS: msSetting(30 * 60_000),
  /** A booking waits when its email address or a passenger has used so many cards in a day. */
  CARDS_PER_TRAVELLER: countSetting(3),
  /** Orders of upcoming bookings that are read again, all replicas together; each is read once a day. (LEDGER-12) */
  ORDER_READS_PER_MINUTE: countSetting(10),
  STAFF_READS_PER_HOUR: staffReadsSetting,
  /** Refunds above so many units of the booking's currency, and corrected addresses, need two colleagues; without it none does. */
  SECOND_COLLEAGUE_ABOVE: z.coerce.number().int().min(0).optional(),
  CARD_TRIES_PER_MINUTE: countSetting(5),
  CARD_DECLINES_PER_SESSION: countSetting(3),
};

/**
 * Stripe names the account of a secret key only. Both keys of a mode contain the id of their account, which is not documented and
 * not so in old keys, so only those are compared that have this form.
 */
const accountInKey = /^(?:pk|rk|sk)_(?:test|live)_51([A-Za-z0-9]{14})/;

function assertOneAccount(
  config: { [Name in `STRIPE_${'PUBLISHABLE_' | ''}KEY_${'TEST' | 'LIVE'}`]?: string | undefined },
  mode: 'TEST' | 'LIVE',
): void {
  const names = [`STRIPE_PUBLISHABLE_KEY_${mode}`, `STRIPE_KEY_${mode}`] as const;
  const [publishable, secret] = names.map((name) => accountInKey.exec(config[name] ?? '')?.[1]);
  if (publishable && secret && publishable !== secret)
    throw new ConfigError(`${names.join(' and ')} are of two Stripe accounts: set both keys of one.`);
}

function scaleTimes<Config extends { NODE_ENV: string; TIME_SCALE: number }>(config: Config): Config {
  if (config.NODE_ENV === 'production') return config;
  const scaled = Object.entries(config).map(([name, value]) =>
    name.endsWith('_MS') ? [name, Math.round(Number(value) * config.TIME_SCALE)] : [name, value],
  );
  return Object.fromEntries(scaled) as Config;
}

/** Throws a ConfigError also when only one of the providers is a sandbox. (ELEMENT-05) */
export function readConfig(env: Record<string, string | undefined>) {
  const config = scaleTimes(parseConfig(shape, env));
  if (Boolean(config.DUFFEL_BASE_PATH) !== Boolean(config.STRIPE_BASE_URL))
    throw new ConfigError(
      'Set both DUFFEL_BASE_PATH and STRIPE_BASE_URL, for sandboxes, or neither: real tickets would be paid for with ' +
        'money of a sandbox, or real cards charged for tickets of one.',
    );
  assertDkim(config);
  assertAdminOrigin(config);
  assertNoSandboxKeys(config, ['DUFFEL_TOKEN_TEST', 'DUFFEL_TOKEN_LIVE'], 'DUFFEL_BASE_PATH');
  assertNoSandboxKeys(
    config,
    ['STRIPE_KEY_TEST', 'STRIPE_KEY_LIVE', 'STRIPE_PUBLISHABLE_KEY_TEST', 'STRIPE_PUBLISHABLE_KEY_LIVE'],
    'STRIPE_BASE_URL',
  );
  for (const mode of ['TEST', 'LIVE'] as const) assertOneAccount(config, mode);
  return config;
}
export type PaymentsConfig = ReturnType<typeof readConfig>;

/** The modes in which both providers can be asked. */
export const listModes = ({ DUFFEL_TOKEN_LIVE, STRIPE_KEY_LIVE }: PaymentsConfig): Mode[] =>
  DUFFEL_TOKEN_LIVE && STRIPE_KEY_LIVE ? ['test', 'live'] : ['test'];
