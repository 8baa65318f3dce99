import {
  assertAdminOrigin,
  assertDkim,
  commonConfigShape,
  credentialSetting,
  databaseShape,
  dkimShape,
  keysDatabaseShape,
  parseConfig,
  redisSetting,
  senderSetting,
  smtpSetting,
  urlSetting,
} from '@fareline/service-kit/config';
import { staffReadsSetting } from '@fareline/service-kit/http/staff-reads';
import { releaseStorageShape } from '@fareline/releases/connect';
import { z } from 'zod';

/** Encrypts the session signing keys and the secrets of authenticator apps that are stored in the database. */
const sessionKeySecretSetting = z
  .string()
  .min(32)
  .describe('the secret that the session keys in the database are stored with, 32 characters or more');

/** How long a session lasts, and how long when it is not used; shorter for administrators. */
export const sessionLimitsShape = {
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(30).default(30),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).default(14),
  ADMIN_SESSION_MAX_HOURS: z.coerce.number().int().min(1).default(12),
  ADMIN_SESSION_IDLE_MINUTES: z.coerce.number().int().min(2).default(30),
};

const shape = {
  ...commonConfigShape,
  SERVICE_CREDENTIAL: credentialSetting,
  /** One or more replicas of the flights service, separated by commas. */
  FLIGHTS_URL: urlSetting,
  PAYMENTS_URL: urlSetting,
  ...databaseShape('accounts'),
  ...keysDatabaseShape,
  /** The job queue: a Redis that never evicts. */
  JOBS_REDIS_URL: redisSetting,
  SESSION_KEY_SECRET: sessionKeySecretSetting,
  SMTP_URL: smtpSetting,
  MAIL_FROM: senderSetting,
  ...dkimShape,
  /** Name of the environment, shown to administrators. */
  ENVIRONMENT: z.string().default('production'),
  /** Without a folder and a bucket administrators cannot change releases. */
  ...releaseStorageShape,
  /** Requests per minute from one client to each of the forms for registration, password reset and contact; sign-ins: three times as many. */
  FORM_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  ...sessionLimitsShape,
  /** Wrong passwords of one client for an account before each further attempt has to wait; all clients together have four times as many. */
  PASSWORD_ATTEMPTS_PER_ACCOUNT: z.coerce.number().int().min(1).default(5),
  /** Wrong passwords of one client for any accounts within 15 minutes; its /24 or /48 has four times as many. */
  PASSWORD_ATTEMPTS_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
  STAFF_READS_PER_HOUR: staffReadsSetting,
};

/** Throws a ConfigError when a setting is missing or invalid. */
export function readConfig(env: Record<string, string | undefined>) {
  const config = parseConfig(shape, env);
  assertDkim(config);
  assertAdminOrigin(config);
  return config;
}
export type AccountsConfig = ReturnType<typeof readConfig>;
export type SessionLimits = Pick<AccountsConfig, keyof typeof sessionLimitsShape>;

export const parseDatabaseConfig = (env: Record<string, string | undefined>) =>
  parseConfig(databaseShape('accounts'), env);

export const parseKeysConfig = (env: Record<string, string | undefined>) =>
  parseConfig(
    {
      ...databaseShape('accounts'),
      SESSION_KEY_SECRET: sessionKeySecretSetting,
      /** The former secret, with which what it encrypts is decrypted for a new one. */
      SESSION_KEY_SECRET_PREVIOUS: sessionKeySecretSetting.optional(),
    },
    env,
  );
