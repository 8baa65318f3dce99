import { sql, type Kysely } from 'kysely';

/** Truncation fires no trigger for each row, so it has a trigger of its own. (ACCOUNT-05) */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The nested condition is needed, because `old` has no fields in a trigger for a statement.
  await sql`
    create or replace function keep_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '2 years' then return old; end if;
      end if;
      raise exception 'audit entries cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger audit_entries_not_truncated before truncate on audit_entries
    for each statement execute function keep_audit_entries()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_entries_not_truncated on audit_entries`.execute(db);
}
