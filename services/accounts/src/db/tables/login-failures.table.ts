import type { ColumnType } from 'kysely';

/** `key` is `user:<name>` or `address:<address>`. */
export interface LoginFailuresTable {
  key: string;
  failed_at: ColumnType<Date, never, never>;
}
