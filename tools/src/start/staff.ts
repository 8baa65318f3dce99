import { handleHelpOption } from '@fareline/service-kit/command-line';
import { runAccountsCommand } from './accounts-command.ts';

handleHelpOption(`npm run staff -- list                 prints who has a role, with second factors and sessions
npm run staff -- revoke <user name>   takes the role away, ends all sessions, removes second factors, gives cases back
npm run staff -- close <user name>    does the same and deletes the account; the audit trail stays
npm run staff -- link <user name>     for who has lost second factors and recovery codes: removes them, ends all
                                      sessions and prints a link to add a second factor, for once and 24 hours
`);

runAccountsCommand('staff.ts');
