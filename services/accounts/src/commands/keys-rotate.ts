import { setTimeout } from 'node:timers/promises';
import { runDatabaseCommand } from '@fareline/service-kit/db/database-command';
import { readArguments } from '@fareline/service-kit/command-line';
import { parseKeysConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { reencryptAppSecrets } from '../factors/app-secret-encryption.ts';
import { rotateSessionKeys } from '../sessions/session-key.repository.ts';

/**
 * Rotates the session signing key without ending sessions or restarting services. With `--new-secret` the new keys are
 * encrypted with another secret, with which the service must then be started; SESSION_KEY_SECRET_PREVIOUS is the former one.
 * (ACCOUNT-07)
 */
const { values } = readArguments(
  `keys-rotate.ts                rotates the session signing key; all sessions stay valid
keys-rotate.ts --new-secret   encrypts the keys with a new SESSION_KEY_SECRET; restart accounts with it afterwards;
                              needs the one until now as SESSION_KEY_SECRET_PREVIOUS
`,
  { options: { 'new-secret': { type: 'boolean' } } },
);

await runDatabaseCommand(
  () => parseKeysConfig(process.env),
  async (db: Database, { SESSION_KEY_SECRET, SESSION_KEY_SECRET_PREVIOUS: previous }) => {
    const reencrypt = (trx: Database) => reencryptAppSecrets(trx, { previous, next: SESSION_KEY_SECRET });
    const rotate = () =>
      rotateSessionKeys(db, SESSION_KEY_SECRET, {
        reencrypt: values['new-secret'] === true ? reencrypt : undefined,
      });
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
  },
);
