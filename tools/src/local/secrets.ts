import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from './paths.ts';
import { UserError } from './user-error.ts';

const createSecret = () => randomBytes(32).toString('base64url');

const secretsSchema = z.object({
  /** Encrypts the session signing keys in the database. */
  sessionKeySecret: z.string(),
  /** What each program that calls services authenticates itself with. */
  accountsCredential: z.string(),
  flightsCredential: z.string(),
  paymentsCredential: z.string(),
  prerenderCredential: z.string(),
  /** Key of the hashes in the database of payments. */
  paymentsHashKey: z.string(),
  /** Authorises requests for `/metrics` when other machines can reach the site. */
  metricsToken: z.string(),
  /** Passwords of the PostgreSQL of this data folder: of its superuser, and of the role of each service. */
  postgresPassword: z.string(),
  accountsDatabasePassword: z.string(),
  paymentsDatabasePassword: z.string(),
  stripeWebhookSecretTest: z.string(),
  stripeWebhookSecretLive: z.string(),
  duffelWebhookSecretTest: z.string(),
  duffelWebhookSecretLive: z.string(),
  /** A folder without one gets it at each start: nothing that is stored depends on it. */
  mailWebhookSecret: z.string().default(createSecret),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of this data folder; a new folder gets new ones. Only this user can read the file. */
export function loadSecrets(dataDir: string, env: NodeJS.ProcessEnv = process.env): Secrets {
  const file = join(ensureFolder(dataDir), 'secrets.json');
  const stored = readStoredSecrets(file);
  if (stored) return stored;
  const secrets = createSecrets(env);
  // Renamed, so that a killed start leaves no half of a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** The session key secret: SESSION_KEY_SECRET, else that of the data folder; never creates one. */
export const findSessionKeySecret = (
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined =>
  env.SESSION_KEY_SECRET || readStoredSecrets(join(dataDir, 'secrets.json'))?.sessionKeySecret;

function readStoredSecrets(file: string): Secrets | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UserError(
      `${file} is not a valid secrets file. Restore the file, or remove the whole folder to start from scratch: ` +
        'its database needs these secrets.',
    );
  }
}

function createSecrets({ DATABASE_URL }: NodeJS.ProcessEnv): Secrets {
  return {
    // Other data folders may use the same database, and all of them have to decrypt its session keys.
    sessionKeySecret: DATABASE_URL
      ? createHash('sha256').update(`session keys of ${DATABASE_URL}`).digest('base64url')
      : createSecret(),
    accountsCredential: createSecret(),
    flightsCredential: createSecret(),
    paymentsCredential: createSecret(),
    prerenderCredential: createSecret(),
    paymentsHashKey: createSecret(),
    postgresPassword: createSecret(),
    accountsDatabasePassword: createSecret(),
    paymentsDatabasePassword: createSecret(),
    metricsToken: randomBytes(24).toString('base64url'),
    stripeWebhookSecretTest: createSecret(),
    stripeWebhookSecretLive: createSecret(),
    duffelWebhookSecretTest: createSecret(),
    duffelWebhookSecretLive: createSecret(),
    mailWebhookSecret: createSecret(),
  };
}
