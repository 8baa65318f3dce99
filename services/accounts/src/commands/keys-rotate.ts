import { setTimeout } from 'node:timers/promises';
import { connectDatabase, runCommand } from '@fareline/service-kit';
import { parseKeysConfig } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { rotateSessionKeys } from '../sessions/session-keys.ts';

/**
 * Rotates the session signing key without ending sessions or restarting services. With `--new-secret` the new keys are
 * encrypted with another secret, with which the service must then be started. (ACCOUNT-07)
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
        `The next key was published a moment ago: waiting until every service has loaded it.\n`,
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
