import { readArguments } from '@fareline/service-kit/command-line';
import { findSessionKeySecret } from '../local/secrets.ts';
import { runAccountsCommand } from './accounts-command.ts';

readArguments(
  `npm run keys:rotate   rotates the session signing key of the running product, or of the database of DATABASE_URL (which
                      needs its SESSION_KEY_SECRET); all sessions stay valid
  -- --new-secret     encrypts the keys with a new SESSION_KEY_SECRET; restart accounts with it afterwards;
                      needs the one until now as SESSION_KEY_SECRET_PREVIOUS, unless the data folder has it
`,
  { options: { 'new-secret': { type: 'boolean' } } },
);

runAccountsCommand('keys-rotate.ts', (dataDir) => ({
  SESSION_KEY_SECRET: findSessionKeySecret(dataDir),
  SESSION_KEY_SECRET_PREVIOUS: process.env.SESSION_KEY_SECRET_PREVIOUS || findSessionKeySecret(dataDir, {}),
}));
