import { migrateToLatest } from '@fareline/service-kit';
import { testDatabase } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { insertMail, msUntilMailDue, sendDueMails } from './outbox.repository.ts';

const { db, schema, drop } = testDatabase<Tables>('outbox');
beforeAll(() => migrateToLatest(db, schema, migrations));
beforeEach(() => db.deleteFrom('mails').execute());
afterAll(drop);

const insert = (recipient: string) =>
  insertMail(db, { recipient, replyTo: null, subject: 'Hello', body: 'Hello' });

it('[MAIL-02] sends each mail once when several workers send at the same time', async () => {
  for (const recipient of ['a@example.com', 'b@example.com']) await insert(recipient);
  const recipients: string[] = [];
  const bothStarted = Promise.withResolvers<void>();
  const worker = () =>
    sendDueMails(db, async ({ to }) => {
      recipients.push(to);
      if (recipients.length === 2) bothStarted.resolve();
      await bothStarted.promise;
    });
  await Promise.all([worker(), worker()]);
  expect(recipients.toSorted()).toEqual(['a@example.com', 'b@example.com']);
});

it.each([
  [5, 32],
  [20, 600],
])('[MAIL-02] sends a mail that failed %i times before again after %i seconds', async (attempts, seconds) => {
  const id = await insert('a@example.com');
  await db.updateTable('mails').set({ attempts }).execute();
  let calls = 0;
  const failOnce = async () => {
    calls += 1;
    if (calls === 1) throw new Error('no connection');
  };
  await sendDueMails(db, failOnce);
  await sendDueMails(db, failOnce);
  expect(calls).toBe(1);
  const waitMs = (await msUntilMailDue(db, id)) ?? 0;
  expect(waitMs).toBeGreaterThan((seconds - 20) * 1000);
  expect(waitMs).toBeLessThanOrEqual(seconds * 1000);
  await db.updateTable('mails').set({ next_attempt_at: new Date() }).execute();
  await sendDueMails(db, failOnce);
  expect([calls, await msUntilMailDue(db, id)]).toEqual([2, undefined]);
});
