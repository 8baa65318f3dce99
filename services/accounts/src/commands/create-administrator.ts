import { registerRequestSchema } from '@fareline/contracts/schemas';
import { ConfigError } from '@fareline/service-kit/config';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { sql } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Database } from '../db/schema.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { generatePassword, hashPassword } from '../users/password.ts';
import { findByUsername, insertUser, lockUser, setRole } from '../users/user.repository.ts';

export interface NewAdministrator {
  /** `admin`, unless it is said. */
  username?: string;
  /** Made of the user name, unless it is said; promoting a user needs it. */
  email?: string;
  /** The support role instead of an administrator's. */
  isSupport?: boolean;
  /** An existing user gets the role. */
  isPromoted?: boolean;
  /** None is created if there is an administrator. */
  ifNone?: boolean;
}

interface Role {
  username: string;
  email: string;
  isSupport: boolean;
}

/**
 * Creates an administrator, or makes a user one, in a schema that it migrates first. Returns the line for the operator, with the
 * generated password. Throws a ConfigError that says what has to be given instead. (SECURITY-08, ACCOUNT-04, REVIEW-04)
 */
export async function createAdministrator(
  db: Database,
  schema: string,
  { username = 'admin', email, isSupport = false, isPromoted, ifNone = false }: NewAdministrator,
): Promise<string> {
  if (isSupport && ifNone) throw new ConfigError('--if-none is for administrators.');
  if (isPromoted && email === undefined)
    throw new ConfigError('--promote needs the user name and the email address of an existing user.');
  const role = { username, email: email ?? `${username}@fareline.example`, isSupport };
  await migrateToLatest(db, schema, migrations);
  return db.transaction().execute(async (transaction) => {
    // Without the lock, two concurrent commands could both find no administrator and create one each.
    await sql`select pg_advisory_xact_lock(hashtext('fareline-administrator'))`.execute(transaction);
    return isPromoted ? promote(transaction, role) : createUser(transaction, role, ifNone);
  });
}

const getRoleName = (isSupport: boolean) => (isSupport ? 'Support' : 'Administrator');

/** The value as a new account may have it. Throws a sentence for an invalid one. */
function parseField(field: 'username' | 'email', value: string): string {
  const { data, error } = registerRequestSchema.shape[field].safeParse(value);
  if (error) throw new ConfigError(`${JSON.stringify(value)} cannot be used: ${error.issues[0]?.message}.`);
  return data;
}

async function createUser(
  db: Database,
  { username, email, isSupport }: Role,
  ifNone: boolean,
): Promise<string> {
  const existingAdmin = await db
    .selectFrom('users')
    .select('username')
    .where('is_admin', '=', true)
    .executeTakeFirst();
  if (ifNone && existingAdmin) return `Administrator: ${existingAdmin.username}`;
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
  return `${getRoleName(isSupport)}: ${user.username}  Password: ${password}  (shown once)`;
}

/**
 * Requires a confirmed email address and replaces the password, because whoever registered the name and somebody else's email
 * address knows the password. Ends the user's sessions and reset links.
 */
async function promote(db: Database, { username, email, isSupport }: Role): Promise<string> {
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
  return `${getRoleName(isSupport)}: ${user.username}  Password: ${password}  (shown once; signed out everywhere)`;
}
