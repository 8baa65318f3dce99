import { ConfigError, migrateToLatest, runDatabaseCommand } from '@fareline/service-kit';
import { readArguments } from '@fareline/service-kit/command-line';
import { sql } from 'kysely';
import { parseDatabaseConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Database } from '../db/schema.ts';
import { generatePassword, hashPassword } from '../users/password.ts';
import { findByUsername, insertUser, setAdmin } from '../users/user.repository.ts';

/**
 * Creates an administrator: `admin-create.ts [username] [email]`. A new user gets a generated password, which is printed once.
 * An existing user becomes an administrator only if their email address is given, because anyone could have registered the
 * user name. With `--if-none` it does nothing if there is an administrator. (SECURITY-08)
 */
const { values, positionals } = readArguments(
  `admin-create.ts [user name] [email]   creates an administrator and prints the password once
admin-create.ts --if-none             only if there is no administrator
`,
  { allowPositionals: true, options: { 'if-none': { type: 'boolean' } } },
  2,
);
const [username = 'admin', givenEmail] = positionals;
const email = givenEmail ?? `${username}@fareline.example`;

await runDatabaseCommand(
  () => parseDatabaseConfig(process.env),
  async (db: Database, { DATABASE_SCHEMA }) => {
    await migrateToLatest(db, DATABASE_SCHEMA, migrations);
    const line = await db.transaction().execute(async (transaction) => {
      // Without the lock, two concurrent commands could both find no administrator and create one each.
      await sql`select pg_advisory_xact_lock(hashtext('fareline-administrator'))`.execute(transaction);
      return createAdministrator(transaction);
    });
    process.stdout.write(`${line}\n`);
  },
);

async function createAdministrator(db: Database): Promise<string> {
  const existingAdmin = await db
    .selectFrom('users')
    .select('username')
    .where('is_admin', '=', true)
    .executeTakeFirst();
  if (values['if-none'] && existingAdmin) return `Administrator: ${existingAdmin.username}`;
  const existing = await findByUsername(db, username);
  if (existing) {
    if (existing.email.toLowerCase() !== givenEmail?.toLowerCase())
      throw new ConfigError(
        `The user name ${username} is taken: give the email address of that user to make them an administrator, ` +
          'or use another user name.',
      );
    await setAdmin(db, existing.id);
    return `Administrator: ${username} (password unchanged)`;
  }
  const password = generatePassword();
  const user = await insertUser(db, {
    username,
    email,
    firstName: null,
    lastName: null,
    passwordHash: await hashPassword(password),
    isAdmin: true,
  });
  if (typeof user === 'string')
    throw new ConfigError(`${email} belongs to another account: give another email address.`);
  return `Administrator: ${username}  Password: ${password}  (shown once)`;
}
