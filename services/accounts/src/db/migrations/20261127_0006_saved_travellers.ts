import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  // Browsers make the ids, so an id is known to its user only.
  await sql`
    create table saved_travellers (
      user_id uuid not null references users (id) on delete cascade,
      id uuid not null,
      content text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, id)
    );
  `.execute(db);
}
