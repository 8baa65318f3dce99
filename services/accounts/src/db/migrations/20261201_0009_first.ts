import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      username text not null,
      email text not null,
      first_name text,
      last_name text,
      password_hash text not null,
      is_admin boolean not null default false,
      is_support boolean not null default false,
      email_verified_at timestamptz,
      password_changed_at timestamptz,
      link_origin text,
      created_at timestamptz not null default now()
    );
    create unique index users_username on users (lower(username));
    create unique index users_email on users (lower(email));

    create table session_keys (
      kid text primary key,
      state text not null check (state in ('next', 'current', 'previous')),
      x text not null,
      y text not null,
      private_key text not null,
      created_at timestamptz not null default now(),
      retired_at timestamptz
    );
    create unique index session_keys_one_of_a_state on session_keys (state)
    where state <> 'previous';

    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      authenticated_at timestamptz,
      factor_at timestamptz,
      challenge text,
      device text,
      network text
    );
    create index sessions_user on sessions (user_id);
    -- For the purge job, which selects a few expired or ended sessions among many active ones.
    create index sessions_expiry on sessions (expires_at);
    create index sessions_ended on sessions (ended_at) where ended_at is not null;

    create table mailed_tokens (
      token_hash text primary key,
      kind text not null check (kind in ('email-verification', 'password-reset', 'factor-set-up')),
      user_id uuid not null references users (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index mailed_tokens_user on mailed_tokens (user_id);

    create table factors (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('passkey', 'totp')),
      name text not null,
      credential_id text unique,
      public_key text,
      counter bigint not null default 0,
      secret text,
      last_step bigint not null default 0,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      check (case kind when 'passkey' then credential_id is not null and public_key is not null else secret is not null end)
    );
    create index factors_user on factors (user_id);

    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    create table guest_accounts (
      booking_id text primary key,
      user_id uuid references users (id) on delete set null,
      unissued_password_hash text
    );

    -- Browsers make the ids, so an id is known to its user only.
    create table saved_travellers (
      user_id uuid not null references users (id) on delete cascade,
      id uuid not null,
      content text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, id)
    );
    create index saved_travellers_of_key on saved_travellers (left(content, 36));

    create table brands (
      id text primary key,
      domain text not null unique,
      data jsonb not null,
      updated_at timestamptz not null default now()
    );

    create table contact_cases (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('price-guarantee', 'newsletter')),
      brand text not null,
      name text not null,
      email text not null,
      message text,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      closed_by text
    );
    create unique index contact_cases_one_open on contact_cases (email, kind, brand) where closed_at is null;
    create index contact_cases_oldest on contact_cases (opened_at, id) where closed_at is null;
    create index contact_cases_closed on contact_cases (closed_at, id);

    create table settings (
      id integer primary key check (id = 1),
      live_mode boolean not null,
      updated_at timestamptz not null default now()
    );

    create table outbox (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      payload jsonb,
      batch text,
      done_at timestamptz,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      created_at timestamptz not null default now()
    );
    create index outbox_due on outbox (next_attempt_at) where done_at is null;

    create table attempts (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null,
      retry_at timestamptz
    );
    create index attempts_window on attempts (window_ends_at);

    -- Actor and subject have no foreign keys, because an entry outlives what it is about. The triggers keep entries from being
    -- changed, and from being deleted before the purge may delete them. (ACCOUNT-05)
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
    );
    create index audit_entries_newest on audit_entries (at desc, id desc);
    create index audit_entries_actor on audit_entries (actor_id) where actor_id is not null;
    -- The nested condition is needed, because old has no fields in a trigger for a statement.
    create function keep_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '2 years' then return old; end if;
      end if;
      raise exception 'audit entries cannot be changed';
    end $$;
    create trigger audit_entries_kept before update or delete on audit_entries
    for each row execute function keep_audit_entries();
    -- Truncation fires no trigger for each row.
    create trigger audit_entries_not_truncated before truncate on audit_entries
    for each statement execute function keep_audit_entries();
  `.execute(db);
}
