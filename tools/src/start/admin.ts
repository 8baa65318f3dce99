import { handleHelpOption } from '../local/help.ts';
import { runAccountsCommand } from './accounts-command.ts';

handleHelpOption(`npm run admin:create -- <user name> <email>   creates an administrator in the running product, or in the database of
                                              DATABASE_URL; prints the password once
`);

runAccountsCommand('admin-create.ts');
