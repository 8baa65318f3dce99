import type { BrandsTable } from './tables/brands.table.ts';
import type { GuestAccountsTable } from './tables/guest-accounts.table.ts';
import type { LoginFailuresTable } from './tables/login-failures.table.ts';
import type { MailsTable } from './tables/mails.table.ts';
import type { PasswordResetsTable } from './tables/password-resets.table.ts';
import type { SessionsTable } from './tables/sessions.table.ts';
import type { SettingsTable } from './tables/settings.table.ts';
import type { UsersTable } from './tables/users.table.ts';
import type { Kysely } from 'kysely';

export interface Tables {
  brands: BrandsTable;
  guest_accounts: GuestAccountsTable;
  login_failures: LoginFailuresTable;
  mails: MailsTable;
  password_resets: PasswordResetsTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  users: UsersTable;
}

export type Db = Kysely<Tables>;
