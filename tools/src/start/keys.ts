import { answerHelp } from '../local/help.ts';
import { sessionKeySecretOf } from '../local/secrets.ts';
import { runAccountsCommand } from './accounts-command.ts';

answerHelp(`npm run keys:rotate   signs sessions with the next key in the product that runs here, or in the database of
                      DATABASE_URL with its SESSION_KEY_SECRET; nobody is signed out
  -- --new-secret     stores the keys with another SESSION_KEY_SECRET; then start accounts with it
`);

runAccountsCommand('keys-rotate.ts', (dataDir) => ({
  SESSION_KEY_SECRET: sessionKeySecretOf(dataDir),
}));
