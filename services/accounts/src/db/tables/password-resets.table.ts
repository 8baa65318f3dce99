import type { ColumnType } from 'kysely';

/** Only the hash of the mailed token is stored. */
export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: ColumnType<Date, never, never>;
  expires_at: Date;
  used_at: Date | null;
}
