import type { User } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { Database, UsersTable } from '../db/schema.ts';

export type UserRow = Selectable<UsersTable>;

/** Whether a user has the role of an administrator or of support. */
export const isStaff = ({ is_admin, is_support }: Pick<UserRow, 'is_admin' | 'is_support'>): boolean =>
  is_admin || is_support;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  firstName: row.first_name,
  lastName: row.last_name,
  isAdmin: row.is_admin,
  isSupport: row.is_support,
  emailVerified: row.email_verified_at !== null,
});

/** Whether an address, in any case, is that of the user. */
export const hasEmail = (user: Pick<UserRow, 'email'>, email: string): boolean =>
  user.email.toLowerCase() === email.toLowerCase();

export interface NewUser {
  username: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  passwordHash: string;
  /** The origin of the site on which the account is made; null when it is made on none. */
  linkOrigin: string | null;
  isAdmin?: boolean;
  isSupport?: boolean;
}

/** Inserts a user, or returns which of user name and email address is taken; both are unique case-insensitively. */
export async function insertUser(
  db: Database,
  user: NewUser,
): Promise<UserRow | 'USERNAME_TAKEN' | 'EMAIL_TAKEN'> {
  const row = await db
    .insertInto('users')
    .values({
      username: user.username,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      link_origin: user.linkOrigin,
      is_admin: user.isAdmin ?? false,
      is_support: user.isSupport ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  return (await findByUsername(db, user.username)) ? 'USERNAME_TAKEN' : 'EMAIL_TAKEN';
}

export const findById = (db: Database, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads a user and locks the row until the transaction ends, so that creating and ending sessions of a user is serialised. */
export const lockUser = (trx: Database, id: string) =>
  trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findByUsername = (db: Database, username: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst();

export const findByEmail = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();

/**
 * Finds a user by email address or user name, in one query for known and unknown ones. The email address comes first: accounts
 * from before ACCOUNT-01 may have the email address of another user as their user name.
 */
export const findByLogin = (db: Database, login: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${login}) or lower(username) = lower(${login})`)
    .orderBy(sql`lower(email) = lower(${login})`, 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns the email address of the user. `password_changed_at` is the time of the clock: the transaction may have waited for the
 * lock of the user's row.
 */
export const setPassword = (trx: Database, id: string, passwordHash: string) =>
  trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();

/** Makes a member of staff a traveller. */
export const removeRoles = (trx: Database, id: string) =>
  trx.updateTable('users').set({ is_admin: false, is_support: false }).where('id', '=', id).execute();

export const setRole = (db: Database, id: string, role: 'is_admin' | 'is_support') =>
  db
    .updateTable('users')
    .set({ [role]: true })
    .where('id', '=', id)
    .execute();
