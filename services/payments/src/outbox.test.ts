import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { countWaiting } from '@fareline/service-kit/outbox';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from './db/migrations/index.ts';
import { mailKinds, type Tables } from './db/schema.ts';

const { db, schema, drop } = testDatabase<Tables>('outbox');

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

it('counts the mails that wait, and neither those sent nor accounts to create', async () => {
  await sql`
    insert into outbox (kind, subject, done_at) values ('mail_confirmed', 'b', now()), ('mail_cancelled', 'b', null),
      ('guest_account', 'b', null), ('audit_event', 'b', null)`.execute(db);
  expect(await countWaiting(db, mailKinds)).toBe(1);
});
