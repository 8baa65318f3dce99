import { readArguments } from '@fareline/service-kit/command-line';
import { runAccountsCommand } from './accounts-command.ts';

readArguments(
  `npm run admin:create -- [user name] [email]   creates an administrator in the running product, or in the database of
                                              DATABASE_URL; prints the password once, and a link to a second factor
                                              where the site needs one. The user name is admin, and the
                                              email address <user name>@fareline.example, unless they are given
  -- --promote <user name> <email>            makes an existing user an administrator with a new password, which is
                                              printed once, and signs them out everywhere; the email address has to
                                              be theirs and confirmed
  -- --if-none                                creates one only if there is no administrator
  -- --support <user name> <email>            the support role instead, which acts on bookings and sees no keys and
                                              brands; also with --promote
`,
  {
    allowPositionals: true,
    options: { 'if-none': { type: 'boolean' }, promote: { type: 'boolean' }, support: { type: 'boolean' } },
  },
  2,
);

runAccountsCommand('admin-create.ts');
