import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** All rows of the service's schema, or of these tables. */
export async function readAllTables(
  db: Database,
  only?: string[],
): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const read = tables.filter(({ name }) => only === undefined || only.includes(name));
  const all = await Promise.all(
    read.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      return rows.map((row) => ({ table: name, row }));
    }),
  );
  return all.flat();
}
