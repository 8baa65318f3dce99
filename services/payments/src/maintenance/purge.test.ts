import { randomUUID } from 'node:crypto';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { countWaitingMails } from '../mail/dispatch-outbox.job.ts';
import { purgeHandler } from './purge.job.ts';

const { db, schema, drop } = testDatabase<Tables>('purge');
const purge = () => purgeHandler({ db, config: { HOUSEKEEPING_EVERY_MS: 1000 } as PaymentsConfig }).run({});

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);
beforeEach(async () => {
  for (const table of [
    'bookings',
    'payments',
    'idempotency_keys',
    'card_attempts',
    'webhook_events',
  ] as const)
    await db.deleteFrom(table).execute();
});

it('deletes what has expired, and with two replicas at once all of it', async () => {
  const age = (hours: number) => sql<Date>`now() - ${hours} * interval '1 hour'`;
  await sql`
    insert into idempotency_keys (id, body_hash, visitor_hash, is_done, locked_until, created_at)
    select 'key ' || n, 'hash', 'v', true, now(), now() - interval '73 hours' from generate_series(1, 500) n`.execute(
    db,
  );
  await db
    .insertInto('card_attempts')
    .values([
      { kind: 'try', subject: 'old', at: age(49) },
      { kind: 'try', subject: 'new', at: age(47) },
    ])
    .execute();
  await db
    .insertInto('attempts')
    .values([
      { key: 'old', count: 1, window_ends_at: age(1), retry_at: null },
      { key: 'new', count: 1, window_ends_at: age(-1), retry_at: null },
    ])
    .execute();
  await db
    .insertInto('webhook_events')
    .values([
      { provider: 'stripe', event_id: 'old', received_at: age(24 * 31) },
      { provider: 'stripe', event_id: 'new', received_at: age(24 * 29) },
    ])
    .execute();
  await Promise.all([purge(), purge(), purge()]);
  expect(await db.selectFrom('idempotency_keys').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('card_attempts').select('subject').execute()).toEqual([{ subject: 'new' }]);
  expect(await db.selectFrom('attempts').select('key').execute()).toEqual([{ key: 'new' }]);
  expect(await db.selectFrom('webhook_events').select('event_id').execute()).toEqual([{ event_id: 'new' }]);
});

it('counts the mails that wait, and neither those sent nor accounts to create', async () => {
  const [payment, booking] = [randomUUID(), randomUUID()];
  await sql`
    insert into payments (id, mode, brand, requested_offer_id, offer_id, offer_request_id, extras, amount_minor, currency, state)
    values (${payment}, 'test', 'default', 'off', 'off', 'orq', '', 100, 'USD', 'captured')`.execute(db);
  await sql`
    insert into bookings (id, payment_id, mode, brand, site_origin, offer_id, offer_request_id, request_hash, state, quoted_at,
      amount_minor, currency, contact_email, contact_first_name, contact_last_name, booking_data, last_arrival_at)
    values (${booking}, ${payment}, 'test', 'default', 'https://x', 'off', 'orq', 'hash', 'confirmed', now(),
      100, 'USD', 'a@example.com', 'A', 'B', '{}', now() + interval '1 day')`.execute(db);
  await sql`
    insert into outbox (booking_id, event_type, done_at)
    select id, event_type, done_at from bookings, (values ('mail_confirmed', now()), ('mail_cancelled', null),
      ('guest_account', null)) as events (event_type, done_at)`.execute(db);
  expect(await countWaitingMails(db)).toBe(1);
});
