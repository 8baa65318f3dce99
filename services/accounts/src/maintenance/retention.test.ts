import { retention } from '@fareline/contracts/retention';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { testRetention } from '@fareline/service-kit/testing/retention';
import { afterAll, beforeAll } from 'vitest';
import type { AccountsConfig } from '../config.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { deleteAccount } from '../own-data/delete-account.ts';
import { lockUser } from '../users/user.repository.ts';
import { purgeHandler } from './purge.job.ts';

const { db, schema, drop } = testDatabase<Tables>('retention');

beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);

const samples: Record<string, Record<string, string>> = {
  audit_entries: { actor_kind: "'system'" },
  contact_cases: { kind: "'newsletter'" },
  factors: { kind: "'totp'", secret: "'s'" },
  mailed_tokens: { kind: "'password-reset'" },
};

testRetention({
  db: db as never,
  tables: retention.accounts,
  purge: () =>
    purgeHandler({
      db,
      config: {
        ...{ SESSION_MAX_DAYS: 30, SESSION_IDLE_DAYS: 14 },
        ...{ ADMIN_SESSION_MAX_HOURS: 12, ADMIN_SESSION_IDLE_MINUTES: 30 },
      } as AccountsConfig,
    }).run({}),
  sample: (table) => samples[table] ?? {},
  kept: [
    ['a case that is open', 'contact_cases', 0, { closed_at: 'null' }],
    ['a mail that waits', 'outbox', 0, { done_at: 'null' }],
  ],
  async endParent(_users, id) {
    const user = await lockUser(db, id);
    if (user) await deleteAccount(db, user);
  },
  tests: {
    'saved_travellers: deleted by the user':
      'travellers/travellers.test.ts: is saved, replaced by its id and deleted, without contact data',
    'users: account deleted': 'own-data/own-data.test.ts: [POLICY-09] erases it at once',
    'sessions: sessionsEnded':
      'maintenance/purge.test.ts: [ACCOUNT-03] deletes expired and ended sessions, and keeps active ones',
    'outbox: mail sent or given up':
      'mail/outbox.repository.test.ts: [ACCOUNT-03] keeps no content of a mail that was sent',
    'contact_cases: account deleted':
      'contact/contact-cases.test.ts: [POLICY-09] are exported, and erased with the account',
  },
  src: new URL('../', import.meta.url),
});
