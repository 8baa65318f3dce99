import { commonConfigShape, parseConfig } from '@fareline/service-kit';
import { z } from 'zod';

/** Settings of the accounts service; throws a ConfigError that says what to do. */
export function parseAccountsConfig(env: Record<string, string | undefined>) {
  return parseConfig(
    {
      ...commonConfigShape,
      DATABASE_URL: z.string().min(1),
      DATABASE_SCHEMA: z.string().regex(/^\w+$/).default('accounts'),
      /** The job queue: a Redis that never evicts. */
      JOBS_REDIS_URL: z.url(),
      QUEUE_PREFIX: z.string().default('{accounts}'),
      /** Encrypts the keys that sessions are signed with, which lie in the database. */
      SESSION_KEY_SECRET: z.string().min(32),
      SMTP_URL: z.string().min(1),
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

export type AccountsConfig = ReturnType<typeof parseAccountsConfig>;
