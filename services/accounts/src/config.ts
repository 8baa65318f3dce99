import {
  commonConfigShape,
  parseConfig,
  postgresSetting,
  redisSetting,
  smtpSetting,
} from '@fareline/service-kit';
import { z } from 'zod';

/** Encrypts the keys that sessions are signed with, which lie in the database. */
const sessionKeySecretSetting = z
  .string()
  .min(32)
  .describe('the secret that the session keys in the database are stored with, 32 characters or more');

const databaseShape = {
  DATABASE_URL: postgresSetting,
  DATABASE_SCHEMA: z.string().regex(/^\w+$/).default('accounts'),
};

/** Settings of the commands that work on the database. Throws a ConfigError that says what to do. */
export const parseDatabaseConfig = (env: Record<string, string | undefined>) =>
  parseConfig(databaseShape, env);

/** Those of the command that rotates the session keys. */
export const parseKeysConfig = (env: Record<string, string | undefined>) =>
  parseConfig({ ...databaseShape, SESSION_KEY_SECRET: sessionKeySecretSetting }, env);

/** Settings of the accounts service; throws a ConfigError that says what to do. */
export function readConfig(env: Record<string, string | undefined>) {
  return parseConfig(
    {
      ...commonConfigShape,
      ...databaseShape,
      /** The job queue: a Redis that never evicts. */
      JOBS_REDIS_URL: redisSetting,
      QUEUE_PREFIX: z.string().default('{accounts}'),
      SESSION_KEY_SECRET: sessionKeySecretSetting,
      SMTP_URL: smtpSetting,
      MAIL_FROM: z.string().default('Fareline <no-reply@fareline.example>'),
      /** Shown to administrators, "production" or another name. */
      ENVIRONMENT: z.string().default('production'),
      /** Only whether they are there counts here. */
      DUFFEL_TOKEN_LIVE: z.string().optional(),
      STRIPE_KEY_LIVE: z.string().optional(),
      /** Requests a minute from an IP address to each of the forms for sign-up, reset and contact. */
      FORM_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(20),
      /** Wrong passwords within 15 minutes, at sign-in or at a change of password. */
      PASSWORD_ATTEMPTS_PER_ACCOUNT: z.coerce.number().int().min(1).default(10),
      PASSWORD_ATTEMPTS_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
    },
    env,
  );
}

export type AccountsConfig = ReturnType<typeof readConfig>;
