import type { ColumnType } from 'kysely';

/** A table with a single row. */
export interface SettingsTable {
  id: number;
  live_mode: boolean;
  updated_at: ColumnType<Date, never, Date>;
}
