import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from './paths.ts';
import { Problem } from './problem.ts';

const secretsSchema = z.object({
  /** Encrypts the keys in the database that sessions are signed with. */
  sessionKeySecret: z.string(),
  /** Shared by the services for calls to each other. */
  serviceCredential: z.string(),
  /** Reads `/metrics` where others can reach the site. */
  metricsToken: z.string(),
  stripeWebhookSecret: z.string(),
  duffelWebhookSecret: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of this data folder, made where they are missing and readable by this user alone. */
export function loadSecrets(dataDir: string, env: NodeJS.ProcessEnv = process.env): Secrets {
  const file = join(ensureFolder(dataDir), 'secrets.json');
  const stored = readStored(file);
  const secrets = { ...newSecrets(env), ...stored };
  if (Object.keys(stored).length < Object.keys(secrets).length)
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

/** The secret that opens the session keys: the one that is set, else the one that this data folder has. Makes none. */
export const sessionKeySecretOf = (
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined => env.SESSION_KEY_SECRET || readStored(join(dataDir, 'secrets.json')).sessionKeySecret;

function readStored(file: string): Partial<Secrets> {
  if (!existsSync(file)) return {};
  try {
    return secretsSchema.partial().parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Problem(
      `${file} cannot be read as secrets. Put it back as it was, or remove the whole folder to begin anew: ` +
        'its database needs these secrets.',
    );
  }
}

function newSecrets({ DATABASE_URL }: NodeJS.ProcessEnv): Secrets {
  return {
    // A database that is given may serve other data folders, and outlive this one: all have to open its keys.
    sessionKeySecret: DATABASE_URL
      ? createHash('sha256').update(`session keys of ${DATABASE_URL}`).digest('base64url')
      : randomBytes(32).toString('base64url'),
    serviceCredential: randomBytes(32).toString('base64url'),
    metricsToken: randomBytes(24).toString('base64url'),
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    duffelWebhookSecret: randomBytes(24).toString('hex'),
  };
}
