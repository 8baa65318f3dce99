import type { ColumnType, Generated } from 'kysely';

export interface SessionsTable {
  id: Generated<string>;
  user_id: string;
  created_at: ColumnType<Date, never, never>;
  expires_at: Date;
  ended_at: Date | null;
}
