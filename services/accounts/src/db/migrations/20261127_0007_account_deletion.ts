import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    alter table guest_accounts
      alter column user_id drop not null,
      drop constraint guest_accounts_user_id_fkey,
      add constraint guest_accounts_user_id_fkey
        foreign key (user_id) references users (id) on delete set null;
    create index audit_entries_actor on audit_entries (actor_id) where actor_id is not null;
  `.execute(db);
}
