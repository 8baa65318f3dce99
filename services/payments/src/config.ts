import { z } from 'zod';
import {
  commonConfigShape,
  parseConfig,
  postgresSetting,
  redisSetting,
  smtpSetting,
  urlSetting,
} from '@fareline/service-kit';

const milliseconds = (standard: number) => z.coerce.number().int().min(0).default(standard);
const count = (standard: number) => z.coerce.number().int().min(1).default(standard);

const databaseShape = {
  DATABASE_URL: postgresSetting,
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .default('payments'),
};

/** Settings of the commands that work on the database. Throws a ConfigError that says what to do. */
export const parseDatabaseConfig = (env: Record<string, string | undefined>) =>
  parseConfig(databaseShape, env);

const shape = {
  ...commonConfigShape,
  ACCOUNTS_URL: urlSetting,
  /** One or more replicas of the flights service, separated by commas. */
  FLIGHTS_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(urlSetting).min(1)),
  ...databaseShape,
  /** The job queue: a Redis that never evicts. */
  JOBS_REDIS_URL: redisSetting,
  SMTP_URL: smtpSetting,
  MAIL_FROM: z.string().min(3),
  DUFFEL_TOKEN_TEST: z.string().min(1),
  DUFFEL_TOKEN_LIVE: z.string().min(1).optional(),
  /** Another address than the provider's own. */
  DUFFEL_BASE_PATH: urlSetting.optional(),
  STRIPE_KEY_TEST: z.string().min(1),
  STRIPE_KEY_LIVE: z.string().min(1).optional(),
  STRIPE_BASE_URL: urlSetting.optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  DUFFEL_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** The Stripe account is cleared for raw card numbers. (D46) */
  STRIPE_RAW_CARDS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** Only heard outside production: the process kills itself at the point of this name. */
  KILL_POINT: z.string().optional(),

  /** How long a card call may take, retries not counted. */
  STRIPE_TIMEOUT_MS: milliseconds(20_000),
  /** How long the flights service may take to price an offer. */
  QUOTE_TIMEOUT_MS: milliseconds(45_000),
  /** A price older than this is asked for again before the order. */
  QUOTE_FRESH_MS: milliseconds(30_000),
  /** The provider may take 120 s for an order. (D38) */
  ORDER_TIMEOUT_MS: milliseconds(130_000),
  /** Before this, 'no order there' does not mean 'no order'. (D38) */
  ORDER_SETTLE_MS: milliseconds(150_000),
  /** The same after the provider said that it accepted the order and would tell later. */
  ORDER_ACCEPTED_SETTLE_MS: milliseconds(6 * 3600_000),
  /** Before this, 'no hold there' does not mean 'no hold'. */
  AUTHORISE_SETTLE_MS: milliseconds(150_000),
  /** A booking's row is free for somebody else so long after the last sign of life of the process that works on it. */
  BOOKING_LEASE_MS: z.coerce.number().int().min(300).default(15_000),
  /** Longest rest of a payment, mail or request before somebody else may take it, beyond the call's own limit. */
  LEASE_MARGIN_MS: milliseconds(20_000),
  /** First wait before a step is tried again; doubles up to RETRY_MAX_MS. */
  RETRY_BASE_MS: milliseconds(2000),
  RETRY_MAX_MS: milliseconds(60_000),
  /** How long a capture, refund or void is tried before a person is asked. */
  GIVE_UP_AFTER_MS: milliseconds(5 * 24 * 3600_000),
  /** Holds that nobody used for so long are released. (MONEY-26) */
  UNUSED_HOLD_MS: milliseconds(30 * 60_000),
  SWEEP_EVERY_MS: milliseconds(3000),
  /** How often trips that are over and rows that no longer count are looked for. */
  HOUSEKEEPING_EVERY_MS: milliseconds(60_000),
  CARD_TRIES_PER_MINUTE: count(5),
  CARD_DECLINES_PER_SESSION: count(3),
};

/** Reads the settings; pure. Throws a ConfigError with a sentence for each missing or bad one. */
export const paymentsConfig = (env: Record<string, string | undefined>) => parseConfig(shape, env);
export type PaymentsConfig = ReturnType<typeof paymentsConfig>;
