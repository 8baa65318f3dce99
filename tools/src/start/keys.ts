import { answerHelp } from '../local/help.ts';
import { loadSecrets } from '../local/secrets.ts';
import { runAccountsCommand } from './accounts-command.ts';

answerHelp(`npm run keys:rotate   signs sessions with the next key in the product that runs here, or in the database of
                      DATABASE_URL with its SESSION_KEY_SECRET; nobody is signed out
`);

runAccountsCommand('keys-rotate.ts', (dataDir) => ({
  SESSION_KEY_SECRET: loadSecrets(dataDir).sessionKeySecret,
}));
