import { registerRequestSchema } from '@fareline/contracts/schemas';
import { ConfigError } from '@fareline/service-kit/config';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Database } from '../db/schema.ts';
import { listFactorRows } from '../factors/factor.repository.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { createSetUpLink, type StaffSite } from '../staff/set-up-link.ts';
import { lockRoles } from '../staff/staff.repository.ts';
import { generatePassword, hashPassword } from '../users/password.ts';
import { isFactorRequired } from '../users/staff-origins.ts';
import { findByUsername, hasEmail, insertUser, lockUser, setRole } from '../users/user.repository.ts';

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
  /** Where staff sign in, as far as it is known. */
  site: StaffSite;
}

interface NewRole {
  line: string;
  /** Who got the role; undefined if nobody did. */
  userId?: string;
}

interface Role {
  username: string;
  email: string;
  isSupport: boolean;
}

/**
 * Creates an administrator, or makes a user one, in a schema that it migrates first. Returns the lines for the operator:
 * the generated password and, where a second factor is required, the link to add the first one. Throws a ConfigError that says what has to be given instead. (SECURITY-08, ACCOUNT-04, REVIEW-04)
 */
export async function createAdministrator(
  db: Database,
  schema: string,
  { username = 'admin', email, isSupport = false, isPromoted, ifNone = false, site }: NewAdministrator,
): Promise<string> {
  if (isSupport && ifNone) throw new ConfigError('--if-none is for administrators.');
  if (isPromoted && email === undefined)
    throw new ConfigError('--promote needs the user name and the email address of an existing user.');
  const role = { username, email: email ?? `${username}@fareline.example`, isSupport };
  await migrateToLatest(db, schema, migrations);
  return db.transaction().execute(async (transaction) => {
    // Without the lock, two concurrent commands could both find no administrator and create one each.
    await lockRoles(transaction);
    const { line, userId } = await (isPromoted
      ? promote(transaction, role)
      : createUser(transaction, role, ifNone));
    const isLinkNeeded =
      userId !== undefined &&
      // Where the site is not known, it may be any.
      (site.SITE_ORIGIN.length === 0 || isFactorRequired(site)) &&
      (await listFactorRows(transaction, userId)).length === 0;
    if (!isLinkNeeded) return line;
    const link = await createSetUpLink(transaction, userId, site);
    return `${line}\nSecond factor: ${link}  (once, within 24 hours)`;
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
): Promise<NewRole> {
  const existingAdmin = await db
    .selectFrom('users')
    .select('username')
    .where('is_admin', '=', true)
    .executeTakeFirst();
  if (ifNone && existingAdmin) return { line: `Administrator: ${existingAdmin.username}` };
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
  const line = `${getRoleName(isSupport)}: ${user.username}  Password: ${password}  (shown once)`;
  return { line, userId: user.id };
}

/**
 * Requires a confirmed email address and replaces the password, because whoever registered the name and somebody else's email
 * address knows the password. Ends the user's sessions and reset links.
 */
async function promote(db: Database, { username, email, isSupport }: Role): Promise<NewRole> {
  const found = await findByUsername(db, username);
  const user = found && (await lockUser(db, found.id));
  if (!user) throw new ConfigError(`No user has the name ${JSON.stringify(username)}.`);
  if (!hasEmail(user, parseField('email', email)))
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
  const line = `${getRoleName(isSupport)}: ${user.username}  Password: ${password}  (shown once; signed out everywhere)`;
  return { line, userId: user.id };
}
