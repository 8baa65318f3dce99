import { randomUUID } from 'node:crypto';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { readEntries, storeDays } from './close-days.ts';

const { db, schema, drop } = testDatabase<Tables>('closes');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

/** A booking that was confirmed at each of these times. */
async function book(...times: string[]): Promise<string> {
  const id = randomUUID();
  const paymentId = randomUUID();
  await sql`
    insert into payments (id, mode, brand, purchase_kind, purchase_id, requested_offer_id, extras, amount_minor, currency,
      state, visitor_hash, attempt_id, booking_id, request_id)
    values (${paymentId}, 'test', 'default', 'offer', 'o', 'o', '', 1000, 'USD', 'captured', 'v', ${id}, ${id}, 'r')`.execute(
    db,
  );
  await sql`
    insert into bookings (id, payment_id, mode, brand, visitor_hash, site_origin, offer_id, offer_request_id, request_hash,
      state, quoted_at, amount_minor, currency, contact_email, contact_first_name, contact_last_name, booking_data,
      status_token_hash, last_arrival_at, request_id)
    values (${id}, ${paymentId}, 'test', 'default', 'v', '', 'o', 'o', '', 'confirmed', now(), 1000, 'USD', '', '', '', '{}',
      ${id}, now(), 'r')`.execute(db);
  for (const at of times)
    await sql`insert into booking_steps (booking_id, state, at) values (${id}, 'confirmed', ${at})`.execute(
      db,
    );
  return paymentId;
}

const refund = (paymentId: string, madeAt: string) =>
  sql`insert into refunds (id, payment_id, amount_minor, currency, state, made_at, request_id)
    values (${randomUUID()}, ${paymentId}, 100, 'USD', 'succeeded', ${madeAt}, 'r')`.execute(db);

it('[LEDGER-03] counts from the first moment of the first day (UTC) on, and a booking once, whose step a retry wrote again', async () => {
  const earlier = await book('2026-03-01T23:59:59.999Z');
  await book('2026-03-01T23:00:00Z', '2026-03-02T08:00:00Z');
  const first = await book('2026-03-02T00:00:00Z', '2026-03-03T08:00:00Z', '2026-03-02T09:00:00Z');
  await book('2026-03-03T23:59:59.999Z', '2026-03-03T23:59:59.999Z');
  await refund(earlier, '2026-03-01T23:59:59.999Z');
  await refund(first, '2026-03-02T00:00:00Z');

  const until = new Date('2026-03-04T01:00:00Z');
  const ledger = { intents: [], refunds: [], disputes: [], orders: [] };
  const period = { mode: 'test', from: '2026-03-02', until, ledger } as const;
  await storeDays(db, period, await readEntries(db, period));
  const closes = db.selectFrom('daily_closes').select(['bookings', 'captured_minor', 'refunded_minor']);
  expect(
    await closes
      .select(sql<string>`day::text`.as('day'))
      .orderBy('day')
      .execute(),
  ).toEqual([
    { day: '2026-03-02', bookings: 1, captured_minor: 1000, refunded_minor: 100 },
    { day: '2026-03-03', bookings: 1, captured_minor: 1000, refunded_minor: 0 },
  ]);
});
