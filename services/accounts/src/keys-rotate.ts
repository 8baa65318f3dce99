import { setTimeout } from 'node:timers/promises';
import { connectDatabase, runCommand } from '@fareline/service-kit';
import { parseKeysConfig } from './config.ts';
import type { Tables } from './db/tables.ts';
import { rotateSessionKeys } from './sessions/session-keys.ts';

/**
 * Moves the signing of sessions on to the next key; nobody is signed out and nothing is started anew. With `--new-secret`
 * the keys that follow are stored with another secret, which the service then has to be started with. (ACCOUNT-07)
 */
await runCommand(async () => {
  const { DATABASE_URL: url, DATABASE_SCHEMA: schema, SESSION_KEY_SECRET } = parseKeysConfig(process.env);
  const withNewSecret = process.argv.includes('--new-secret');
  const db = connectDatabase<Tables>({ url, schema, poolSize: 1 });
  const rotate = () => rotateSessionKeys(db, SESSION_KEY_SECRET, { withNewSecret });
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
  } finally {
    await db.destroy();
  }
});
