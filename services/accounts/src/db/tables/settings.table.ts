import type { ColumnType } from 'kysely';

/** One row. */
export interface SettingsTable {
  id: number;
  live_mode: boolean;
  updated_at: ColumnType<Date, never, Date>;
}
