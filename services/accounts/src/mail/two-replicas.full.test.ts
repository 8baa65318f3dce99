import {
  eventually,
  startMailSandbox,
  spawnProgram,
  testAcceptedCallers,
  testCredential,
  testDatabase,
  testRedisUrl,
  type MailSandbox,
  type ProgramProcess,
} from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Tables } from '../db/schema.ts';
import { origin, sessionKeySecret } from '../testing/harness.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const { db, url, schema, drop } = testDatabase<Tables>('replicas');
let mail: MailSandbox;
let replicas: ProgramProcess[] = [];

const startReplica = async (): Promise<ProgramProcess> => {
  const replica = await spawnProgram('services/accounts/src/main.ts', {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    SITE_ORIGIN: origin,
    ACCEPTED_CALLERS: testAcceptedCallers,
    SERVICE_CREDENTIAL: testCredential('accounts'),
    FLIGHTS_URL: 'http://127.0.0.1:9',
    PAYMENTS_URL: 'http://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: url,
    KEYS_DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    JOBS_REDIS_URL: testRedisUrl(),
    SESSION_KEY_SECRET: sessionKeySecret,
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Fareline <no-reply@fareline.example>',
  });
  replicas.push(replica);
  return replica;
};

beforeAll(async () => {
  mail = await startMailSandbox();
  // At once, on an empty database: both migrate.
  await Promise.all([startReplica(), startReplica()]);
});
beforeEach(async () => {
  replicas = replicas.filter(({ process }) => process.exitCode === null && process.signalCode === null);
  while (replicas.length < 2) await startReplica();
});
afterAll(async () => {
  await Promise.all([...replicas, mail].map((program) => program.kill()));
  await drop();
});

const count = 120;
const payload = {
  ...{ brand: 'default', origin },
  message: { replyTo: 'r@example.com', subject: 'Hello', body: 'Text' },
};

/** Inserts mails that wait, each with a recipient of its own. */
async function insertMails(name: string): Promise<string[]> {
  await sql`insert into outbox (kind, subject, payload)
    select 'text', ${`${name}-`} || n || '@example.com', ${JSON.stringify(payload)} from generate_series(1, ${count}) n`.execute(
    db,
  );
  return Array.from({ length: count }, (_, index) => `${name}-${index + 1}@example.com`);
}

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where done_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};
const waitUntilSent = () => eventually(async () => ((await countWaiting()) === 0 ? true : undefined), 40_000);

const countEmails = async (recipients: string[]): Promise<number[]> => {
  const emails = await Promise.all(recipients.map((recipient) => mail.getEmails(recipient)));
  return emails.map(({ length }) => length);
};

it('[MAIL-02] a replica that is stopped while it sends leaves each mail to be sent once', async () => {
  const recipients = await insertMails('stopped');
  await eventually(async () => ((await countWaiting()) < count - 5 ? true : undefined), 20_000);
  await replicas[0]?.kill('SIGTERM');
  await waitUntilSent();
  expect(new Set(await countEmails(recipients))).toEqual(new Set([1]));
});

it('[MAIL-02] a replica that is killed while it sends loses no mail', async () => {
  const recipients = await insertMails('killed');
  await eventually(async () => ((await countWaiting()) < count - 5 ? true : undefined), 20_000);
  await replicas[0]?.kill('SIGKILL');
  await waitUntilSent();
  const counts = await countEmails(recipients);
  expect(Math.min(...counts)).toBe(1);
  // The mail that it was sending at that moment, for each job that sends, may arrive again: with the same Message-ID.
  expect(counts.filter((sent) => sent > 1).length).toBeLessThanOrEqual(4);
});
