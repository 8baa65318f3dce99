import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from './paths.ts';
import { UserError } from './user-error.ts';

const names = [
  /** Encrypts the session signing keys in the database. */
  'sessionKeySecret',
  /** What each program that calls services authenticates itself with. */
  'accountsCredential',
  'flightsCredential',
  'paymentsCredential',
  'prerenderCredential',
  /** Key of the hashes in the database of payments. */
  'paymentsHashKey',
  /** Authorises requests for `/metrics` when other machines can reach the site. */
  'metricsToken',
  /** Passwords of the PostgreSQL of this data folder: of its superuser, and of the roles of each service. */
  'postgresPassword',
  'accountsDatabasePassword',
  'paymentsDatabasePassword',
  'accountsKeysPassword',
  'paymentsKeysPassword',
  'stripeWebhookSecretTest',
  'stripeWebhookSecretLive',
  'duffelWebhookSecretTest',
  'duffelWebhookSecretLive',
  'mailWebhookSecret',
] as const;
export type Secrets = Record<(typeof names)[number], string>;

const createSecret = () => randomBytes(32).toString('base64url');

/** One value for each name. */
const fill = <Value>(create: () => Value) =>
  Object.fromEntries(names.map((name) => [name, create()])) as Record<keyof Secrets, Value>;

const secretsSchema = z.object({
  ...fill(z.string),
  /** A folder without one gets it at each start: nothing that is stored depends on it. */
  mailWebhookSecret: z.string().default(createSecret),
});

/** The secrets of this data folder; a new folder gets new ones. Only this user can read the file. */
export function loadSecrets(dataDir: string, { DATABASE_URL }: NodeJS.ProcessEnv = process.env): Secrets {
  const file = join(ensureFolder(dataDir), 'secrets.json');
  const stored = readStoredSecrets(file);
  if (stored) return stored;
  const secrets = fill(createSecret);
  // Other data folders may use the same database, and all of them have to decrypt its session keys.
  if (DATABASE_URL)
    secrets.sessionKeySecret = createHash('sha256')
      .update(`session keys of ${DATABASE_URL}`)
      .digest('base64url');
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
