import { registerRequestSchema } from '@fareline/contracts/schemas';
import { ConfigError } from '@fareline/service-kit/config';
import { runDatabaseCommand } from '@fareline/service-kit/db/database-command';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { readArguments } from '@fareline/service-kit/command-line';
import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import { parseDatabaseConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Database } from '../db/schema.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { generatePassword, hashPassword } from '../users/password.ts';
import { findByUsername, insertUser, lockUser, setRole } from '../users/user.repository.ts';

/**
 * Creates an administrator: `admin-create.ts [user name] [email]`. The user gets a generated password, which is printed once.
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
const isSupport = values.support ?? false;
const roleName = isSupport ? 'Support' : 'Administrator';
const [username = 'admin', email = `${username}@fareline.example`] = positionals;

await runDatabaseCommand(
  () => parseDatabaseConfig(process.env),
  async (db: Database, { DATABASE_SCHEMA }) => {
    if (isSupport && values['if-none']) throw new ConfigError('--if-none is for administrators.');
    if (values.promote && positionals.length < 2)
      throw new ConfigError('--promote needs the user name and the email address of an existing user.');
    await migrateToLatest(db, DATABASE_SCHEMA, migrations);
    const line = await db.transaction().execute(async (transaction) => {
      // Without the lock, two concurrent commands could both find no administrator and create one each.
      await sql`select pg_advisory_xact_lock(hashtext('fareline-administrator'))`.execute(transaction);
      return values.promote ? promote(transaction) : createUser(transaction);
    });
    process.stdout.write(`${line}\n`);
  },
);

/** The value as a new account may have it. Throws a sentence for an invalid one. */
function parseField(field: 'username' | 'email', value: string): string {
  const { data, error } = registerRequestSchema.shape[field].safeParse(value);
  if (error) throw new ConfigError(`${JSON.stringify(value)} cannot be used: ${error.issues[0]?.message}.`);
  return data;
}

async function createUser(db: Database): Promise<string> {
  const existingAdmin = await db
    .selectFrom('users')
    .select('username')
    .where('is_admin', '=', true)
    .executeTakeFirst();
  if (values['if-none'] && existingAdmin) return `Administrator: ${existingAdmin.username}`;
  const password = generatePassword();
  const user = await insertUser(db, {
    username: parseField('username', username),
    email: parseField('email', email),
    firstName: null,
    lastName: null,
    passwordHash: await hashPassword(password),
    linkOrigin: null,
    isAdmin: !isSupport,
    isSupport,
  });
  if (user === 'USERNAME_TAKEN')
    throw new ConfigError(
      `The user name ${username} is taken: use another one, or give that user the role with ` +
        `--promote ${username} and their email address.`,
    );
  if (user === 'EMAIL_TAKEN')
    throw new ConfigError(`${email} belongs to another account: give another email address.`);
  await insertAuditEntry(db, {
    action: isSupport ? 'support_created' : 'administrator_created',
    actor: 'operator',
    subject: user.username,
  });
  return `${roleName}: ${user.username}  Password: ${password}  (shown once)`;
}

/**
 * Requires a confirmed email address and replaces the password, because whoever registered the name and somebody else's email
 * address knows the password. Ends the user's sessions and reset links.
 */
async function promote(db: Database): Promise<string> {
  const found = await findByUsername(db, username);
  const user = found && (await lockUser(db, found.id));
  if (!user) throw new ConfigError(`No user has the name ${JSON.stringify(username)}.`);
  if (user.email.toLowerCase() !== email.toLowerCase())
    throw new ConfigError(`${JSON.stringify(email)} is not the email address of ${user.username}.`);
  if (!user.email_verified_at)
    throw new ConfigError(
      `${user.username} has not confirmed ${user.email}: they can do that at /account-settings, or by resetting their password.`,
    );
  const password = generatePassword();
  await replacePassword(db, user.id, await hashPassword(password));
  await setRole(db, user.id, isSupport ? 'is_support' : 'is_admin');
  await insertAuditEntry(db, {
    action: isSupport ? 'support_promoted' : 'administrator_promoted',
    actor: 'operator',
    subject: user.username,
  });
  return `${roleName}: ${user.username}  Password: ${password}  (shown once; signed out everywhere)`;
}
