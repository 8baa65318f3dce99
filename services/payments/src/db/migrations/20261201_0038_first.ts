import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      purchase_kind text not null check (purchase_kind in ('offer', 'change', 'bags')),
      purchase_id text not null,
      requested_offer_id text,
      extras text,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      intent_id text unique,
      state text not null,
      card_brand text,
      card_last4 text check (length(card_last4) <= 4),
      card_hash text,
      risk_level text,
      is_authenticated boolean not null default false,
      visitor_hash text not null,
      user_id text,
      failure_code text,
      failure_message text,
      attempt_id uuid not null,
      challenge_until timestamptz,
      booking_id uuid,
      idempotency_number integer not null default 0,
      ip_address text,
      called_at timestamptz,
      call_accepted boolean not null default false,
      refusal jsonb,
      request_id text not null,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      state_since timestamptz not null default now(),
      created_at timestamptz not null default now(),
      check (num_nulls(requested_offer_id, extras) = case purchase_kind when 'offer' then 0 else 2 end)
    );
    create index payments_at_work on payments (next_attempt_at)
    where state in ('authorising', 'challenged', 'authorised', 'voiding');
    create index payments_created on payments (created_at);
    create index payments_with_ip_address on payments (created_at) where ip_address is not null;
    -- Not unique: each change that costs something is a payment of its own.
    create index payments_of_booking on payments (booking_id);

    create table bookings (
      id uuid primary key,
      payment_id uuid not null unique references payments (id),
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      user_id text,
      visitor_hash text not null,
      site_origin text not null,
      offer_id text not null,
      offer_request_id text not null,
      request_hash text,
      state text not null,
      order_plan text,
      quoted_at timestamptz not null,
      order_failed boolean not null default false,
      order_id text unique,
      booking_reference text,
      provider_amount text,
      provider_currency text,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      contact_email text not null,
      pending_email text,
      contact_first_name text not null,
      contact_last_name text not null,
      mail_bounce jsonb,
      booking_data jsonb not null,
      passport_expiries jsonb not null default '{}',
      tickets jsonb not null default '[]',
      tickets_read_at timestamptz,
      order_read_at timestamptz not null default now(),
      order_read_lease_until timestamptz,
      guest_account jsonb,
      is_claimed boolean not null default false,
      claim_token_hash text unique,
      status_token_hash text not null,
      access_version integer not null default 0,
      flights_version integer not null default 0,
      last_arrival_at timestamptz not null,
      failure jsonb,
      accepts_penalty boolean not null default false,
      wants_check_in_reminder boolean not null default false,
      was_pending boolean not null default false,
      called_at timestamptz,
      call_accepted boolean not null default false,
      refusal jsonb,
      request_id text not null,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      state_since timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create index bookings_at_work on bookings (next_attempt_at)
    where state not in ('confirmed', 'voided', 'needs_review', 'cancelled', 'cancelled_by_airline', 'completed');
    create index bookings_of_plan_key on bookings (left(order_plan, 36)) where order_plan is not null;
    create index bookings_created on bookings (created_at);
    create index bookings_with_request_hash on bookings (created_at) where request_hash is not null;
    -- In this order of characters they also find by the beginning.
    create index bookings_of_contact on bookings (lower(contact_email) text_pattern_ops);
    create index bookings_of_pending_email on bookings (lower(pending_email) text_pattern_ops)
    where pending_email is not null;
    create index bookings_of_last_name on bookings (lower(contact_last_name) text_pattern_ops);
    create index bookings_of_name on bookings (lower(contact_first_name || ' ' || contact_last_name) text_pattern_ops);
    create index bookings_of_reference on bookings (
      upper(coalesce(booking_reference, left(regexp_replace(order_id, '^ord_0{0,4}', ''), 8)))
    );
    create index bookings_of_user on bookings (user_id, created_at desc);
    create index bookings_of_visitor on bookings (visitor_hash);
    create unique index bookings_status_token on bookings (status_token_hash);
    create index bookings_to_complete on bookings (last_arrival_at)
    where state = 'confirmed';
    create index bookings_to_read on bookings (order_read_at)
    where state = 'confirmed';
    create index bookings_to_remind on bookings ((booking_data #>> '{slices,0,departure_time}'))
    where wants_check_in_reminder and state = 'confirmed';
    create index bookings_to_read_first on bookings ((booking_data #>> '{slices,0,departure_time}'), order_read_at)
    where state = 'confirmed';

    create table booking_steps (
      id bigint generated always as identity primary key,
      booking_id uuid not null references bookings (id),
      state text not null,
      at timestamptz not null default clock_timestamp()
    );
    create index booking_steps_of_booking on booking_steps (booking_id, id);
    create index booking_steps_of_state on booking_steps (state, at);

    create table pending_events (
      id bigint generated always as identity primary key,
      booking_id uuid not null references bookings (id) on delete cascade,
      kind text not null check (kind in ('cancelled', 'changed')),
      event_id text not null,
      created_at timestamptz not null default now()
    );
    create index pending_events_of_booking on pending_events (booking_id, id);

    create table booking_locks (
      mode text not null,
      offer_request_id text not null,
      booking_id uuid not null unique,
      primary key (mode, offer_request_id)
    );

    create table amendments (
      id uuid primary key,
      booking_id uuid not null references bookings (id),
      kind text not null check (kind in ('cancellation', 'flights', 'bags', 'acceptance')),
      state text not null check (state in ('quoted', 'agreed', 'done', 'unpaid', 'failed')),
      provider_id text,
      payment_id uuid unique references payments (id),
      charge_minor bigint not null default 0 check (charge_minor >= 0),
      settled_minor bigint check (settled_minor >= 0),
      refund_minor bigint not null default 0 check (refund_minor >= 0),
      advance_minor bigint not null default 0 check (advance_minor >= 0),
      credit_minor bigint not null default 0 check (credit_minor >= 0),
      penalty_minor bigint,
      currency text not null,
      credits jsonb not null default '[]',
      provider_amount text,
      order_amount text,
      content jsonb,
      failure text,
      agreed_by text,
      expires_at timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      offered_at timestamptz,
      agreed_at timestamptz,
      made_at timestamptz,
      done_at timestamptz,
      check (kind not in ('flights', 'bags')
        or num_nulls(provider_amount, order_amount, content, expires_at) = 0),
      -- One that was joined after a restored dump has none.
      check (kind = 'bags' or provider_id is not null or (kind = 'flights' and state = 'done'))
    );
    create index amendments_of_booking on amendments (booking_id);
    create index amendments_made on amendments (made_at) where made_at is not null;
    create index amendments_to_purge on amendments (expires_at) where state = 'quoted' and offered_at is null;
    -- The steps of a booking work on one at a time.
    create unique index amendments_in_work on amendments (booking_id) where state = 'agreed';
    create unique index amendments_cancelled on amendments (booking_id)
    where kind = 'cancellation' and state in ('agreed', 'done');

    create table travel_documents (
      booking_id uuid primary key references bookings (id) on delete cascade,
      facts_hash text not null,
      content bytea not null
    );

    create table contact_corrections (
      booking_id uuid primary key references bookings (id),
      former_email text not null,
      token_hash text not null unique,
      corrected_at timestamptz not null default now(),
      agreed_at timestamptz
    );
    create index contact_corrections_by_age on contact_corrections (corrected_at);

    create table trip_codes (
      booking_id uuid primary key references bookings (id),
      nonce text not null,
      link_hash text not null unique,
      visitor_hashes text[] not null default '{}',
      expires_at timestamptz not null
    );

    create table trip_sessions (
      token_hash text primary key,
      booking_id uuid not null references bookings (id),
      expires_at timestamptz not null
    );
    create index trip_sessions_expiry on trip_sessions (expires_at);

    create table idempotency_keys (
      id text primary key,
      body_hash text not null,
      visitor_hash text not null,
      user_id text,
      is_done boolean not null default false,
      payment_id uuid,
      booking_id uuid,
      failure jsonb,
      is_resumed boolean not null default false,
      locked_until timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index idempotency_keys_by_age on idempotency_keys (created_at);

    create table card_attempts (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('try', 'reserved', 'decline', 'authorised', 'booked')),
      subject text not null,
      card_hash text,
      attempt_id uuid,
      at timestamptz not null default now()
    );
    create index card_attempts_of_subject on card_attempts (kind, subject, at);
    create index card_attempts_of_attempt on card_attempts (attempt_id)
    where attempt_id is not null;

    create table attempts (
      key text primary key,
      count integer not null,
      window_ends_at timestamptz not null,
      retry_at timestamptz
    );
    create index attempts_window on attempts (window_ends_at);

    create table webhook_events (
      provider text not null,
      event_id text not null,
      received_at timestamptz not null default now(),
      primary key (provider, event_id)
    );
    create index webhook_events_by_age on webhook_events (received_at);

    create table webhook_tokens (
      token text primary key,
      event_id text not null,
      received_at timestamptz not null default now()
    );
    create index webhook_tokens_by_age on webhook_tokens (received_at);

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
    create index outbox_to_purge on outbox (done_at) where kind in ('audit_event', 'trip_code');
    create unique index outbox_once_per_booking on outbox (subject, kind, coalesce(payload ->> 'eventId', ''))
    where kind <> 'audit_event';

    create table review_cases (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      mode text not null check (mode in ('test', 'live')),
      booking_id uuid references bookings (id),
      payment_id uuid references payments (id),
      summary text not null,
      assignee_id text,
      assignee_name text,
      due_at timestamptz,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      closed_by text,
      unique (kind, subject)
    );
    create index review_cases_open on review_cases (opened_at) where closed_at is null;
    create index review_cases_booking on review_cases (booking_id);

    create table booking_actions (
      id uuid primary key,
      booking_id uuid not null references bookings (id),
      action text not null,
      text text not null,
      user_id text not null,
      user_name text not null,
      asked_for text,
      created_at timestamptz not null default now()
    );
    create index booking_actions_booking on booking_actions (booking_id);
    create index booking_actions_created on booking_actions (created_at);

    create table disputes (
      id text primary key,
      payment_id uuid not null references payments (id),
      state text not null check (state in ('open', 'won', 'lost')),
      amount_minor bigint not null check (amount_minor >= 0),
      opened_at timestamptz not null,
      answered_at timestamptz,
      decided_at timestamptz
    );
    create index disputes_of_payment on disputes (payment_id);

    create table refunds (
      id uuid primary key,
      payment_id uuid not null references payments (id),
      cancellation_id uuid references amendments (id),
      change_id uuid references amendments (id),
      action_id uuid unique references booking_actions (id),
      is_advance boolean not null default false,
      amount_minor bigint not null check (amount_minor > 0),
      currency text not null,
      provider_id text unique,
      state text not null check (state in ('due', 'pending', 'succeeded', 'failed')),
      idempotency_number integer not null default 0,
      made_at timestamptz,
      called_at timestamptz,
      call_accepted boolean not null default false,
      refusal jsonb,
      request_id text not null,
      lease_token uuid,
      lease_until timestamptz,
      next_attempt_at timestamptz not null default now(),
      attempts integer not null default 0,
      state_since timestamptz not null default now(),
      created_at timestamptz not null default clock_timestamp()
    );
    create index refunds_of_payment on refunds (payment_id);
    create index refunds_of_change on refunds (change_id) where change_id is not null;
    create index refunds_made on refunds (made_at);
    create index refunds_due on refunds (next_attempt_at) where state = 'due';

    create table reconciliations (
      id bigint generated always as identity primary key,
      mode text not null check (mode in ('test', 'live')),
      since timestamptz not null,
      finished_at timestamptz not null default now(),
      intents integer not null,
      refunds integer not null,
      orders integer not null,
      findings integer not null,
      repaired integer not null
    );

    create table daily_closes (
      day date not null,
      mode text not null check (mode in ('test', 'live')),
      brand text not null,
      currency text not null,
      bookings integer not null,
      captured_minor bigint not null,
      ordered_minor bigint not null,
      refunded_minor bigint not null,
      markup_minor bigint not null,
      provider_captured_minor bigint not null,
      provider_ordered_minor bigint not null,
      provider_refunded_minor bigint not null,
      provider_disputed_minor bigint not null,
      computed_at timestamptz not null default now(),
      primary key (day, mode, brand, currency)
    );
  `.execute(db);
}
