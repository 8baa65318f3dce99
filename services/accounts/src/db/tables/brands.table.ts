import type { Brand } from '@fareline/contracts';
import type { ColumnType } from 'kysely';

export interface BrandsTable {
  id: string;
  domain: string;
  data: ColumnType<Brand, string, string>;
  updated_at: ColumnType<Date, never, Date>;
}
