import { randomUUID } from 'node:crypto';
import { retention } from '@fareline/contracts/retention';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { testRetention } from '@fareline/service-kit/testing/retention';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { purgeHandler } from './purge.job.ts';

const { db, schema, drop } = testDatabase<Tables>('retention');
const purge = () => purgeHandler({ db, config: { HOUSEKEEPING_EVERY_MS: 1000 } as PaymentsConfig }).run({});

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

const samples: Record<string, Record<string, string>> = {
  amendments: {
    ...{ kind: "'bags'", state: "'quoted'", provider_amount: "'1'", order_amount: "'1'", content: "'{}'" },
    expires_at: 'now()',
  },
  bookings: { mode: "'test'", state: "'completed'" },
  card_attempts: { kind: "'try'" },
  daily_closes: { mode: "'test'" },
  disputes: { state: "'won'" },
  payments: { mode: "'test'", purchase_kind: "'change'" },
  pending_events: { kind: "'changed'" },
  reconciliations: { mode: "'test'" },
  refunds: { state: "'succeeded'" },
  review_cases: { mode: "'test'", closed_at: 'now()' },
  trip_codes: { expires_at: "now() + interval '1 hour'" },
  trip_sessions: { expires_at: "now() + interval '1 hour'" },
};

async function insertPayment(values: { created_at?: Date } = {}): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('payments')
    .values({
      ...{ id, brand: 'default', purchase_kind: 'change', purchase_id: id, mode: 'test', state: 'voided' },
      ...{ amount_minor: 1, currency: 'USD', visitor_hash: 'v', request_id: 'r', attempt_id: randomUUID() },
      ...values,
    })
    .execute();
  return id;
}

testRetention({
  db: db as never,
  tables: retention.payments,
  purge,
  async sample(table, end) {
    if (table === 'bookings') return { ...samples[table], payment_id: `'${await insertPayment()}'` };
    if (table === 'outbox') return { kind: end && 'with' in end ? "'mail_confirmed'" : "'audit_event'" };
    return samples[table] ?? {};
  },
  kept: [
    ['a booking that nobody has ended', 'bookings', 0, { state: "'needs_review'" }],
    ['a change that support has offered', 'amendments', 1, { offered_at: 'now()' }],
    ['a change that is made', 'amendments', 1, { state: "'agreed'" }],
    ['the mails of a booking', 'outbox', 1, { kind: "'mail_confirmed'" }],
    ['an event that was not sent', 'outbox', 1, { done_at: 'null' }],
  ],
  async endParent(table, id) {
    const times = { bookings: ['created_at', 'last_arrival_at'], payments: ['created_at'] }[table] ?? [];
    const old = times.map((time) => sql`${sql.ref(time)} = now() - interval '8 years'`);
    await sql`update ${sql.table(table)} set ${sql.join(old)} where id = ${id}`.execute(db);
    await purge();
  },
  tests: {
    'bookings: order made':
      'checkout/create-booking.test.ts: [RULE-01] keeps until when a passport is valid, and not its number',
    'bookings: order refused':
      'checkout/create-booking.test.ts: [API-55] [PROVIDER-33] refuses an offer that expired after the payment',
    'bookings: trip over or cancelled':
      'cancellations/cancel-booking.test.ts: [PROVIDER-41] completes a booking after its last flight has landed',
  },
  src: new URL('../', import.meta.url),
});

const old = sql<Date>`now() - interval '8 years'`;

it('[GUARD-06] [LEDGER-06] keeps what a person still has to decide, and deletes it with its payments and refunds afterwards', async () => {
  const [bookingId, ownId] = [randomUUID(), await insertPayment()];
  const [orphanId] = [await insertPayment({ created_at: old as never })];
  await sql`
    insert into bookings (id, payment_id, mode, brand, visitor_hash, site_origin, offer_id, offer_request_id, request_hash, state,
      quoted_at, amount_minor, currency, contact_email, contact_first_name, contact_last_name, booking_data, status_token_hash,
      last_arrival_at, request_id, created_at)
    values (${bookingId}, ${ownId}, 'test', 'b', 'v', '', 'o', 'r', 'h', 'cancelled', now(), 1, 'USD', '', '', '', '{}', 's',
      ${old}, 'r', ${old})`.execute(db);
  await sql`update payments set booking_id = ${bookingId} where id = ${ownId}`.execute(db);
  const cancellation = randomUUID();
  await sql`
    insert into amendments (id, booking_id, kind, state, provider_id, currency, payment_id)
    values (${cancellation}, ${bookingId}, 'cancellation', 'done', 'c', 'USD', null)`.execute(db);
  await sql`
    insert into refunds (id, payment_id, cancellation_id, amount_minor, currency, state, request_id)
    values (gen_random_uuid(), ${ownId}, ${cancellation}, 1, 'USD', 'succeeded', 'r')`.execute(db);
  await sql`
    insert into review_cases (kind, subject, mode, booking_id, payment_id, summary)
    values ('booking', 'b', 'test', ${bookingId}, ${ownId}, ''), ('payment', 'p', 'test', null, ${orphanId}, '')`.execute(
    db,
  );
  const countLeft = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (
        select id::text from bookings where id = ${bookingId}
        union all select id::text from payments where id = any(${[ownId, orphanId]}::uuid[])
        union all select id::text from refunds where payment_id = ${ownId}
        union all select id::text from amendments where booking_id = ${bookingId}
        union all select id::text from review_cases where subject in ('b', 'p')) kept`.execute(db);
    return rows[0]?.count;
  };
  await purge();
  expect(await countLeft()).toBe(7);
  await sql`update review_cases set closed_at = now() where subject in ('b', 'p')`.execute(db);
  // Money that is still to move keeps both as well.
  await sql`update refunds set state = 'due' where payment_id = ${ownId}`.execute(db);
  await sql`
    insert into disputes (id, payment_id, state, amount_minor, opened_at)
    values ('d', ${orphanId}, 'open', 1, now())`.execute(db);
  await purge();
  expect(await countLeft()).toBe(7);
  await sql`update refunds set state = 'succeeded' where payment_id = ${ownId}`.execute(db);
  await sql`update disputes set state = 'lost' where id = 'd'`.execute(db);
  await purge();
  expect(await countLeft()).toBe(0);
});
