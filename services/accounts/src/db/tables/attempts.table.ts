import type { ColumnType } from 'kysely';

/** How often something was tried within a window. `key` is a hash of what is counted. */
export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: ColumnType<Date, Date, Date>;
}
