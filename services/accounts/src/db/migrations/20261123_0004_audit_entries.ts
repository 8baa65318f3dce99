import { sql, type Kysely } from 'kysely';

/**
 * Actor and subject have no foreign keys, because an entry outlives what it is about. The trigger keeps entries from being
 * changed, and from being deleted before the purge may delete them. (ACCOUNT-05)
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      id bigint generated always as identity primary key,
      event_id text unique,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      actor_kind text not null check (actor_kind in ('user', 'operator', 'system')),
      actor_id uuid,
      actor_name text not null,
      subject text not null,
      details jsonb not null,
      ip_address text,
      request_id text
    )`.execute(db);
  await sql`create index audit_entries_newest on audit_entries (at desc, id desc)`.execute(db);
  await sql`
    create function keep_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < now() - interval '2 years' then return old; end if;
      raise exception 'audit entries cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger audit_entries_kept before update or delete on audit_entries
    for each row execute function keep_audit_entries()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_entries`.execute(db);
  await sql`drop function keep_audit_entries`.execute(db);
}
