import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    alter table review_cases
      add column assignee_id text,
      add column assignee_name text,
      add column due_at timestamptz;
  `.execute(db);
}
