import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createSignature,
  exportPublicKey,
  isSigned,
  parseReleaseKeys,
  readSigningKey,
} from '@fareline/releases/signature';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { ensureFolder, getDataFolder } from './paths.ts';

/** The key that the local data has unless RELEASE_KEY names another. */
export const localKeyFile = (env: NodeJS.ProcessEnv = process.env): string =>
  join(getDataFolder(env), 'release-key.pem');

/**
 * The key with which this team signs releases: RELEASE_KEY, a file or the key itself, or the key of the local data, which is made
 * when it is missing. Throws a sentence when RELEASE_KEY is neither.
 */
export function loadSigningKey(env: NodeJS.ProcessEnv = process.env): KeyObject {
  const given = env.RELEASE_KEY;
  if (given) return readSigningKey(existsSync(given) ? readFileSync(given, 'utf8') : given);
  const file = localKeyFile(env);
  ensureFolder(dirname(file));
  if (!existsSync(file)) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    try {
      writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another start has just made one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readSigningKey(readFileSync(file, 'utf8'));
}

/** The key of this team for these front ends. Throws a sentence when the site does not accept it for one of them. */
export async function loadKeyFor(
  names: readonly string[],
  storage: ReleaseStorage,
  env: NodeJS.ProcessEnv = process.env,
): Promise<KeyObject> {
  const key = loadSigningKey(env);
  const known = env.RELEASE_KEYS ? parseReleaseKeys(env.RELEASE_KEYS) : undefined;
  const own = await storage.listNames?.();
  const refused = names.filter(
    (name) =>
      (known && !isSigned(name, createSignature(name, key), name, known)) ||
      (own && !own.includes(name) && !own.includes('*')),
  );
  if (refused.length === 0) return key;
  const site = own ? storage.location : 'RELEASE_KEYS';
  throw new Error(`The site (${site}) does not accept this team's key for ${refused.join(', ')}.`);
}

/** The public keys that a local product accepts: its own for every front end, as it builds all of them, and those of RELEASE_KEYS. */
export const loadReleaseKeys = (env: NodeJS.ProcessEnv = process.env): string =>
  [`*=${exportPublicKey(loadSigningKey(env))}`, env.RELEASE_KEYS].filter(Boolean).join(',');
