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
      /** PKCS#8 PEM of an ES256 key; line breaks may be written as \n. */
      JWT_PRIVATE_KEY: z
        .string()
        .includes('PRIVATE KEY')
        .transform((pem) => pem.replaceAll('\\n', '\n')),
      SMTP_URL: z.string().min(1),
      MAIL_FROM: z.string().default('Fareline <no-reply@fareline.example>'),
      /** Shown to administrators, "production" or another name. */
      ENVIRONMENT: z.string().default('production'),
      /** Only whether they are there counts here. */
      DUFFEL_TOKEN_LIVE: z.string().optional(),
      STRIPE_KEY_LIVE: z.string().optional(),
      /** Requests a minute and address to sign-up, reset and contact. */
      FORM_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(20),
      LOGIN_FAILURES_PER_USERNAME: z.coerce.number().int().min(1).default(10),
      LOGIN_FAILURES_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
    },
    env,
  );
}

export type AccountsConfig = ReturnType<typeof parseAccountsConfig>;
