import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from './paths.ts';
import { Problem } from './problem.ts';

const secretsSchema = z.object({
  /** ES256 private key, PKCS8 PEM: signs sessions. */
  jwtPrivateKey: z.string(),
  /** Shared by the services for calls to each other. */
  serviceCredential: z.string(),
  stripeWebhookSecret: z.string(),
  duffelWebhookSecret: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets of this data folder, made on first use and readable by this user alone. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(ensureFolder(dataDir), 'secrets.json');
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600 });
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Problem(
      `${file} cannot be read as secrets. Remove it: new ones are made, and everybody signs in again.`,
    );
  }
}

function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwtPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    serviceCredential: randomBytes(32).toString('base64url'),
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    duffelWebhookSecret: randomBytes(24).toString('hex'),
  };
}
