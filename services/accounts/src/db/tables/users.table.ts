import type { ColumnType, Generated } from 'kysely';

export interface UsersTable {
  id: Generated<string>;
  username: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
