import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

/** The release before inserts and counts tries and declines only, so it ignores the rows of the new kinds. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    alter table card_attempts
      add column attempt_id uuid,
      drop constraint card_attempts_kind_check,
      add constraint card_attempts_kind_check
        check (kind in ('try', 'reserved', 'decline', 'authorised')) not valid`.execute(db);
  await sql`create index card_attempts_of_attempt on card_attempts (attempt_id) where attempt_id is not null`.execute(
    db,
  );
  await sql`
    create table attempts (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null,
      retry_at timestamptz
    )`.execute(db);
  await sql`create index attempts_window on attempts (window_ends_at)`.execute(db);
}

export async function down(db: Kysely<Tables>): Promise<void> {
  await sql`drop table attempts`.execute(db);
  await sql`delete from card_attempts where kind in ('reserved', 'authorised')`.execute(db);
  await sql`
    alter table card_attempts
      drop column attempt_id,
      drop constraint card_attempts_kind_check,
      add constraint card_attempts_kind_check check (kind in ('try', 'decline'))`.execute(db);
}
