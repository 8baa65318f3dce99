import { setTimeout } from 'node:timers/promises';
import { ConfigError, connectDatabase } from '@fareline/service-kit';
import { z } from 'zod';
import type { Tables } from './db/tables.ts';
import { rotateSessionKeys } from './sessions/session-keys.ts';

/**
 * Moves the signing of sessions on to the next key; nobody is signed out and nothing is started anew. With `--new-secret`
 * the keys that follow are stored with another secret, which the service then has to be started with. (ACCOUNT-07)
 */
const env = z
  .object({
    DATABASE_URL: z.string().min(1),
    DATABASE_SCHEMA: z.string().regex(/^\w+$/).default('accounts'),
    SESSION_KEY_SECRET: z.string().min(32),
  })
  .parse(process.env);

const withNewSecret = process.argv.includes('--new-secret');
const rotate = () => rotateSessionKeys(db, env.SESSION_KEY_SECRET, { withNewSecret });

const db = connectDatabase<Tables>({ url: env.DATABASE_URL, schema: env.DATABASE_SCHEMA, poolSize: 1 });
try {
  let rotation = await rotate();
  while ('waitSeconds' in rotation) {
    process.stdout.write(
      `The next key is published since a moment ago; waiting until every service knows it.\n`,
    );
    await setTimeout(rotation.waitSeconds * 1000);
    rotation = await rotate();
  }
  process.stdout.write(
    `Sessions are signed with key ${rotation.kid} from now on. Next: ${rotation.nextKid}. ` +
      `Still accepted: ${rotation.previousKids.join(', ')}.\n`,
  );
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
