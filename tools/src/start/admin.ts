import { answerHelp } from '../local/help.ts';
import { runAccountsCommand } from './accounts-command.ts';

answerHelp(`npm run admin:create -- <user name> <email>   makes an administrator in the product that runs here, or in the
                                              database of DATABASE_URL; prints the password once
`);

runAccountsCommand('admin-create.ts');
