import type { AttemptsTable } from './tables/attempts.table.ts';
import type { BrandsTable } from './tables/brands.table.ts';
import type { GuestAccountsTable } from './tables/guest-accounts.table.ts';
import type { MailsTable } from './tables/mails.table.ts';
import type { PasswordResetsTable } from './tables/password-resets.table.ts';
import type { SessionKeysTable } from './tables/session-keys.table.ts';
import type { SessionsTable } from './tables/sessions.table.ts';
import type { SettingsTable } from './tables/settings.table.ts';
import type { UsersTable } from './tables/users.table.ts';
import type { Kysely } from 'kysely';

export interface Tables {
  attempts: AttemptsTable;
  brands: BrandsTable;
  guest_accounts: GuestAccountsTable;
  mails: MailsTable;
  password_resets: PasswordResetsTable;
  session_keys: SessionKeysTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  users: UsersTable;
}

export type Db = Kysely<Tables>;
