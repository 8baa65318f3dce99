import { runDatabaseCommand } from '@fareline/service-kit/db/database-command';
import { readArguments } from '@fareline/service-kit/command-line';
import type { Database } from '../db/schema.ts';
import { createAdministrator } from './create-administrator.ts';
import { parseStaffConfig } from './staff-config.ts';

/**
 * Creates an administrator: `admin-create.ts [user name] [email]`. The user gets a generated password, which is printed once, and
 * where a second factor is required a link to add the first one.
 * An existing user becomes an administrator only with `--promote` and their confirmed email address, because anyone
 * could have registered the user name. With `--if-none` it does nothing if there is an administrator. With `--support` the user gets
 * the support role instead, which acts on bookings and sees no keys and brands. (SECURITY-08, ACCOUNT-04, REVIEW-04)
 */
const { values, positionals } = readArguments(
  `admin-create.ts [user name] [email]             creates an administrator and prints the password once
admin-create.ts --promote <user name> <email>   makes an existing user, whose email address is confirmed, an administrator with a new password
admin-create.ts --if-none                       creates one only if there is no administrator
admin-create.ts --support <user name> <email>   the support role instead of an administrator, also with --promote
`,
  {
    allowPositionals: true,
    options: { 'if-none': { type: 'boolean' }, promote: { type: 'boolean' }, support: { type: 'boolean' } },
  },
  2,
);
const [username, email] = positionals;

await runDatabaseCommand(
  () => parseStaffConfig(process.env),
  async (db: Database, config) => {
    const lines = await createAdministrator(db, config.DATABASE_SCHEMA, {
      ...{ username, email, ifNone: values['if-none'] },
      ...{ isPromoted: values.promote, isSupport: values.support },
      site: config,
    });
    process.stdout.write(`${lines}\n`);
  },
);
