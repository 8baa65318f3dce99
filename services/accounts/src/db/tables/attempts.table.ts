import type { ColumnType } from 'kysely';

/** Counters of attempts within a time window. `key` is a hash of the kind and subject of the attempts. */
export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: ColumnType<Date, Date, Date>;
}
