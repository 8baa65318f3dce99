import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from './paths.ts';
import { UserError } from './user-error.ts';

const secretsSchema = z.object({
  /** Encrypts the session signing keys in the database. */
  sessionKeySecret: z.string(),
  /** Authenticates calls between the services. */
  serviceCredential: z.string(),
  /** Authorises requests for `/metrics` when other machines can reach the site. */
  metricsToken: z.string(),
  stripeWebhookSecret: z.string(),
  duffelWebhookSecret: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of this data folder; missing ones are created. Only this user can read the file. */
export function loadSecrets(dataDir: string, env: NodeJS.ProcessEnv = process.env): Secrets {
  const file = join(ensureFolder(dataDir), 'secrets.json');
  const stored = readStoredSecrets(file);
  const secrets = { ...createSecrets(env), ...stored };
  if (Object.keys(stored).length < Object.keys(secrets).length)
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

/** The session key secret: SESSION_KEY_SECRET, else that of the data folder; never creates one. */
export const findSessionKeySecret = (
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined =>
  env.SESSION_KEY_SECRET || readStoredSecrets(join(dataDir, 'secrets.json')).sessionKeySecret;

function readStoredSecrets(file: string): Partial<Secrets> {
  if (!existsSync(file)) return {};
  try {
    return secretsSchema.partial().parse(JSON.parse(readFileSync(file, 'utf8')));
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
      : randomBytes(32).toString('base64url'),
    serviceCredential: randomBytes(32).toString('base64url'),
    metricsToken: randomBytes(24).toString('base64url'),
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    duffelWebhookSecret: randomBytes(24).toString('hex'),
  };
}
