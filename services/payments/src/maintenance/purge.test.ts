import { randomUUID } from 'node:crypto';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { countWaiting } from '@fareline/service-kit/outbox';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import { mailKinds, type Tables } from '../db/schema.ts';
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
    'webhook_tokens',
    'outbox',
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
  await db
    .insertInto('webhook_tokens')
    .values([
      { token: 'old', event_id: 'old', received_at: age(24 * 31) },
      { token: 'new', event_id: 'new', received_at: age(24 * 29) },
    ])
    .execute();
  await Promise.all([purge(), purge(), purge()]);
  expect(await db.selectFrom('idempotency_keys').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('card_attempts').select('subject').execute()).toEqual([{ subject: 'new' }]);
  expect(await db.selectFrom('attempts').select('key').execute()).toEqual([{ key: 'new' }]);
  expect(await db.selectFrom('webhook_events').select('event_id').execute()).toEqual([{ event_id: 'new' }]);
  expect(await db.selectFrom('webhook_tokens').select('token').execute()).toEqual([{ token: 'new' }]);
});

it('counts the mails that wait, and neither those sent nor accounts to create', async () => {
  await sql`
    insert into outbox (kind, subject, done_at) values ('mail_confirmed', 'b', now()), ('mail_cancelled', 'b', null),
      ('guest_account', 'b', null), ('audit_event', 'b', null)`.execute(db);
  expect(await countWaiting(db, mailKinds)).toBe(1);
});

it('deletes audit events a week after they were sent, and keeps the mails of bookings', async () => {
  await sql`
    insert into outbox (kind, subject, done_at) values ('audit_event', 'old', now() - interval '8 days'),
      ('audit_event', 'new', now() - interval '6 days'), ('audit_event', 'waiting', null),
      ('mail_confirmed', 'mailed', now() - interval '8 days')`.execute(db);
  await purge();
  const rows = await db.selectFrom('outbox').select('subject').execute();
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['mailed', 'new', 'waiting']);
});

it('[LEDGER-06] deletes the IP address of a payment after the two years of the privacy policy', async () => {
  const payment = {
    ...{ brand: 'default', purchase_kind: 'change' as const, purchase_id: randomUUID() },
    ...{ amount_minor: 1, currency: 'USD', visitor_hash: 'v', request_id: 'r' },
    ...{ mode: 'test' as const, state: 'captured' as const, ip_address: '203.0.113.9' },
  };
  const insert = (age: string) =>
    db
      .insertInto('payments')
      .values({
        ...{ ...payment, id: randomUUID(), attempt_id: randomUUID() },
        created_at: sql<Date>`now() - ${age}::interval`,
      })
      .execute();
  await insert('731 days');
  await insert('729 days');
  await purge();
  const rows = await db.selectFrom('payments').select('ip_address').orderBy('created_at').execute();
  expect(rows.map(({ ip_address }) => ip_address)).toEqual([null, '203.0.113.9']);
});
