import { randomUUID } from 'node:crypto';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { deliverDue } from '@fareline/service-kit/outbox';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLeftEvents } from '../airline-changes/pending-events.ts';
import { bookingLead } from '../booking-steps.ts';
import { leaseDueBookings } from '../bookings/booking-lease.repository.ts';
import { leaseDuePayments } from '../cards/advance-payment.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { createOutbox } from '../outbox.ts';
import { readEntries } from '../reconciliation/close-days.ts';
import { readDecisions } from '../reconciliation/open-undecided-case.ts';
import { payDueRefunds } from '../refunds/pay-refunds.ts';
import { searchBookings } from '../review/search-bookings.ts';
import { listCases } from '../review-cases/review-case.repository.ts';
import { completeTripsHandler } from '../trips/complete-trips.job.ts';
import { remindOfCheckInHandler } from '../trips/remind-of-check-in.job.ts';
import { purgeHandler } from './purge.job.ts';

const { db: pool, schema, drop } = testDatabase<Tables>('scans');

/** A shop of three years with 20 bookings a day, each with its steps and mails, some of them changed, cancelled and refunded. */
async function fill(): Promise<void> {
  await sql`
    create table shop as select n, gen_random_uuid() as booking, gen_random_uuid() as payment, n % 10 as kind,
      now() - n * interval '72 minutes' as at, now() - n * interval '72 minutes' + interval '60 days' as departs
    from generate_series(1, 22000) n`.execute(pool);
  await sql`
    insert into payments (id, mode, brand, purchase_kind, purchase_id, requested_offer_id, extras, amount_minor, currency,
      intent_id, state, visitor_hash, attempt_id, booking_id, ip_address, request_id, created_at)
    select payment, 'test', 'default', 'offer', n, n, '', 1000, 'USD', 'pi_' || n, 'captured', n, payment, booking,
      case when at > now() - interval '2 years' then '203.0.113.9' end, 'r', at from shop`.execute(pool);
  await sql`
    insert into payments (id, mode, brand, purchase_kind, purchase_id, requested_offer_id, extras, amount_minor, currency,
      state, visitor_hash, attempt_id, request_id, created_at)
    select gen_random_uuid(), 'test', 'default', 'offer', n, n, '', 1000, 'USD', 'declined', n, payment, 'r', at
    from shop where kind < 3`.execute(pool);
  await sql`
    insert into bookings (id, payment_id, mode, brand, visitor_hash, site_origin, offer_id, offer_request_id, request_hash,
      state, quoted_at, order_id, provider_amount, provider_currency, amount_minor, currency, contact_email,
      contact_first_name, contact_last_name, booking_data, wants_check_in_reminder, status_token_hash, last_arrival_at,
      request_id, next_attempt_at, created_at)
    select booking, payment, 'test', 'default', n, '', n, n, case when at > now() - interval '72 hours' then n::text end,
      case when kind = 1 then 'cancelled' when departs < now() then 'completed' else 'confirmed' end,
      at, 'ord_' || n, '9.00', 'USD', 1000, 'USD', 'ada.' || n || '@example.com', 'Ada', 'Lovelace ' || n, jsonb_build_object('slices', jsonb_build_array(
        jsonb_build_object('departure_time', to_char(departs, 'YYYY-MM-DD"T"HH24:MI:SS'), 'segments', repeat('x', 500), 'origin', '{"time_zone": "UTC"}'::jsonb))),
      departs > now() and kind > 4, n, departs, 'r', at, at from shop`.execute(pool);
  await sql`
    insert into booking_steps (booking_id, state, at)
    select booking, state, at from shop, unnest(array['authorised', 'ordered', 'capturing', 'confirmed']) state`.execute(
    pool,
  );
  await sql`
    insert into amendments (id, booking_id, kind, state, provider_id, currency, provider_amount, order_amount, content,
      expires_at, offered_at, made_at, created_at)
    select gen_random_uuid(), booking, 'flights', case when kind = 2 then 'done' else 'quoted' end, 'chg_' || n, 'USD', '1.00',
      '10.00', '{}', at, at, case when kind = 2 then at end, at from shop where kind in (2, 3)`.execute(pool);
  await sql`
    insert into refunds (id, payment_id, amount_minor, currency, provider_id, state, made_at, request_id, created_at)
    select gen_random_uuid(), payment, 100, 'USD', 're_' || n, 'succeeded', at, 'r', at from shop where kind = 1`.execute(
    pool,
  );
  await sql`
    insert into booking_actions (id, booking_id, action, text, user_id, user_name, created_at)
    select gen_random_uuid(), booking, 'note', '', 'u', 'u', at from shop where kind = 4`.execute(pool);
  await sql`
    insert into review_cases (kind, subject, mode, booking_id, payment_id, summary, opened_at, closed_at)
    select 'booking', n, 'test', booking, payment, '', at, case when n > 200 then at end from shop where kind = 4`.execute(
    pool,
  );
  await sql`
    insert into outbox (kind, subject, done_at, created_at)
    select 'mail_confirmed', booking, at, at from shop`.execute(pool);
  await sql`
    insert into webhook_events (provider, event_id, received_at)
    select 'stripe', n, now() - n * interval '1 minute' from shop`.execute(pool);
  await sql`drop table shop`.execute(pool);
  await sql`analyze`.execute(pool);
}

beforeAll(async () => {
  await migrateToLatest(pool, schema, migrations);
  await fill();
});
afterAll(drop);

const config = { HOUSEKEEPING_EVERY_MS: 1000, BOOKING_LEASE_MS: 1000, UNUSED_HOLD_MS: 1000 };
const enqueue = { outboxEvent: () => {} };
const ledger = { intents: [], refunds: [], disputes: [], orders: [] };
const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

type Read = [string, (deps: Deps) => Promise<unknown>];
const reads: Read[] = [
  ['the daily close', ({ db }) => readEntries(db, { mode: 'test', from, until: new Date(), ledger })],
  ['the decisions of a day', ({ db }) => readDecisions(db)],
  ['the open cases', ({ db }) => listCases(db, (query) => query.where('review_cases.closed_at', 'is', null))],
  ['the sweep of bookings', (deps) => leaseDueBookings(deps)],
  ['the sweep of payments', (deps) => leaseDuePayments(deps)],
  ['the sweep of refunds', (deps) => payDueRefunds(deps)],
  ['the sweep of the outbox', (deps) => deliverDue(createOutbox(deps))],
  ['the sweep of events', (deps) => readLeftEvents(deps)],
  ['the end of trips', (deps) => completeTripsHandler(deps).run({})],
  ['the reminder of check-in', (deps) => remindOfCheckInHandler(deps).run({})],
  ['the purge', (deps) => purgeHandler(deps).run({})],
  ...[
    'ord_777',
    'pi_777',
    randomUUID(),
    'RZPNX8',
    'ada.7777',
    'Lovelace 7777',
    'Ada Lovelace 7777',
    'Nobody',
  ].map((text): Read => [
    `the search of support for ${text}`,
    ({ db }) => searchBookings(db, { text }, { offset: 0, limit: 51 }),
  ]),
];

/** More than the upcoming bookings, which do not grow in number. */
const maxRows = 1500;

it.each(reads)('%s reads few rows of each table, whatever the age of the shop', async (_name, read) => {
  const overread = await pool.connection().execute(async (db) => {
    const countRead = async () => {
      // Counts are shown once their connection has passed them on.
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ table: string; read: number }>`
        select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
        where schemaname = ${schema} and n_live_tup > 1000`.execute(db);
      return new Map(rows.map((row) => [row.table, row.read]));
    };
    const before = await countRead();
    expect(before.size).toBe(9);
    await read({ ...bookingLead, db, config, enqueue, log: { warn: () => {} } } as unknown as Deps);
    const after = await countRead();
    return [...after]
      .map(([table, rows]) => ({ table, rows: rows - (before.get(table) ?? 0) }))
      .filter(({ rows }) => rows > maxRows);
  });
  expect(overread).toEqual([]);
});
