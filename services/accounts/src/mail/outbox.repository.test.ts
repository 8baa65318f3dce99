import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import type { SendMail } from '@fareline/service-kit/mail';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { composeTextMail } from './compose-text-mail.ts';
import {
  insertMail,
  msUntilMailDue,
  purgeMails,
  sendDueMails,
  type MailComposers,
} from './outbox.repository.ts';

const { db, schema, drop } = testDatabase<Tables>('outbox');
const site = { brand: 'default', origin: 'http://localhost:3000' };
const log = { warn: vi.fn(), error: vi.fn() };
const composers = { text: composeTextMail } as unknown as MailComposers;
const send = (sendMail: SendMail, chosen = composers) =>
  sendDueMails({ config: {} as never, db, sendMail, log: log as never }, chosen);
const readRows = () => db.selectFrom('outbox').selectAll().execute();
const fail = () => Promise.reject(new Error('no connection'));

beforeAll(() => migrateToLatest(db, schema, migrations));
beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
  vi.clearAllMocks();
});
afterAll(drop);

const insert = (recipient: string, replyTo: string | null = 'r@example.com') =>
  insertMail(db, { kind: 'text', ...site, recipient, replyTo, subject: 'Hello', body: 'Text' });

/** Makes all mails as old as if they were inserted so long ago, and due. */
const age = (interval: string) =>
  db
    .updateTable('outbox')
    .set({ created_at: sql<Date>`now() - ${interval}::interval`, next_attempt_at: new Date(0) })
    .execute();

it('[MAIL-02] sends each mail once when several workers send at the same time', async () => {
  for (const recipient of ['a@example.com', 'b@example.com']) await insert(recipient);
  const recipients: string[] = [];
  const bothStarted = Promise.withResolvers<void>();
  const worker = () =>
    send(async ({ to }) => {
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
  await db.updateTable('outbox').set({ attempts }).execute();
  let calls = 0;
  const failOnce = async () => {
    calls += 1;
    if (calls === 1) throw new Error('no connection');
  };
  await send(failOnce);
  await send(failOnce);
  expect(calls).toBe(1);
  const waitMs = (await msUntilMailDue(db, id)) ?? 0;
  expect(waitMs).toBeGreaterThan((seconds - 20) * 1000);
  expect(waitMs).toBeLessThanOrEqual(seconds * 1000);
  await db.updateTable('outbox').set({ next_attempt_at: new Date() }).execute();
  await send(failOnce);
  expect([calls, await msUntilMailDue(db, id)]).toEqual([2, undefined]);
});

it('[ACCOUNT-03] keeps no content of a mail that was sent', async () => {
  await insert('a@example.com');
  const sent = vi.fn(async () => undefined);
  await send(sent);
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({
      to: 'a@example.com',
      replyTo: 'r@example.com',
      subject: 'Hello',
      text: 'Text',
    }),
  );
  expect(await readRows()).toEqual([
    expect.objectContaining({ sent_at: expect.any(Date), reply_to: null, subject: null, body: null }),
  ]);
});

it('[ACCOUNT-03] gives a mail up, without its content and with a log entry, that failed for 24 hours', async () => {
  const id = await insert('a@example.com', null);
  await age('23 hours 59 minutes');
  await send(fail);
  expect(await readRows()).toEqual([expect.objectContaining({ given_up_at: null, body: 'Text' })]);
  expect(log.error).not.toHaveBeenCalled();

  await age('24 hours 1 minute');
  await send(fail);
  expect(await readRows()).toEqual([
    expect.objectContaining({ given_up_at: expect.any(Date), reply_to: null, subject: null, body: null }),
  ]);
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ mail: id, kind: 'text' }),
    expect.any(String),
  );
  expect(await msUntilMailDue(db, id)).toBeUndefined();
  const sent = vi.fn(async () => undefined);
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(0) })
    .execute();
  await send(sent);
  expect(sent).not.toHaveBeenCalled();
});

it('[MAIL-02, CONTACT-06] keeps the message of a customer for 30 days of failures, with an error each time after a day', async () => {
  const id = await insert('a@example.com');
  await age('29 days 23 hours');
  await send(fail);
  expect(await readRows()).toEqual([
    expect.objectContaining({ given_up_at: null, reply_to: 'r@example.com', body: 'Text' }),
  ]);
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ mail: id }), expect.any(String));

  await age('29 days 23 hours');
  const sent = vi.fn(async () => undefined);
  await send(sent);
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ replyTo: 'r@example.com', text: 'Text' }));

  await insert('b@example.com');
  await age('30 days 1 minute');
  await send(fail);
  expect(await readRows()).toContainEqual(
    expect.objectContaining({ recipient: 'b@example.com', given_up_at: expect.any(Date), body: null }),
  );
});

it('[LIMIT-05, MAIL-02] sends the messages of a digest in one mail, also when it failed before', async () => {
  const ids: string[] = [];
  for (const [index, recipient] of ['a', 'a', 'a', 'b', 'a'].entries())
    ids.push(
      await insertMail(
        db,
        {
          ...{ kind: 'text', ...site, recipient: `${recipient}@example.com`, replyTo: 'r@example.com' },
          ...{ subject: 'Hello', body: `Message ${index}` },
        },
        { inDigest: index < 4 },
      ),
    );
  const dueAt = (when: string) =>
    sql`update outbox set next_attempt_at = ${sql.raw(when)} where sent_at is null`.execute(db);
  const sent: { id?: string; to: string; subject: string; text: string }[] = [];
  const sendMail: SendMail = async (mail) => void sent.push(mail);
  await send(sendMail);
  expect(sent).toEqual([expect.objectContaining({ id: ids[4], to: 'a@example.com', text: 'Message 4' })]);
  await dueAt("date_trunc('minute', now())");
  await send(fail);
  await dueAt("next_attempt_at - interval '1 second'");
  await send(sendMail);
  const [single, digest] = sent.slice(1).toSorted((one, other) => other.to.localeCompare(one.to));
  expect(single).toMatchObject({ id: ids[3], to: 'b@example.com', subject: 'Hello' });
  expect(digest).toMatchObject({ to: 'a@example.com', subject: 'Contact form: 3 messages' });
  expect(ids).not.toContain(digest?.id);
  expect(digest?.text.match(/^Message \d$/gm)?.toSorted()).toEqual(['Message 0', 'Message 1', 'Message 2']);
  expect(sent).toHaveLength(3);
  expect((await readRows()).filter(({ body, sent_at }) => body !== null || sent_at === null)).toEqual([]);
});

it('[MAIL-02] sends the other mails when one cannot be composed', async () => {
  await insertMail(db, { kind: 'password-reset', recipient: 'a@example.com', ...site });
  await insert('b@example.com');
  const sent = vi.fn(async () => undefined);
  await send(sent, { ...composers, 'password-reset': fail });
  expect(sent).toHaveBeenCalledTimes(1);
  expect((await readRows()).filter(({ sent_at }) => sent_at === null)).toEqual([
    expect.objectContaining({ kind: 'password-reset', attempts: 1 }),
  ]);
});

it('leaves a mail of a kind that only a later release knows, and sends the others', async () => {
  await db
    .insertInto('outbox')
    .values({ kind: 'later' as 'text', ...site, recipient: 'a@example.com' })
    .execute();
  await insert('b@example.com');
  const sent = vi.fn(async () => undefined);
  await send(sent);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(await readRows()).toContainEqual(expect.objectContaining({ kind: 'later', attempts: 0 }));
});

it('[ACCOUNT-03] deletes mails a week after they were sent or given up, and none that waits', async () => {
  const finish = async (name: string, finished: 'sent_at' | 'given_up_at', days: number) => {
    await insert(name);
    await db
      .updateTable('outbox')
      .set({ [finished]: sql<Date>`now() - ${days} * interval '1 day'` })
      .where('recipient', '=', name)
      .execute();
  };
  await finish('sent 6 days ago', 'sent_at', 6);
  await finish('sent 8 days ago', 'sent_at', 8);
  await finish('given up 6 days ago', 'given_up_at', 6);
  await finish('given up 8 days ago', 'given_up_at', 8);
  await insert('waiting');
  await age('40 days');
  await purgeMails(db);
  const recipients = (await readRows()).map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual(['given up 6 days ago', 'sent 6 days ago', 'waiting']);
});

it('[ACCOUNT-03] deletes more mails than one statement does, also when two replicas purge', async () => {
  await sql`
    insert into outbox (kind, brand, origin, sent_at)
    select 'text', 'default', 'x', now() - interval '8 days' from generate_series(1, 2500)`.execute(db);
  await Promise.all([purgeMails(db), purgeMails(db)]);
  expect(await readRows()).toEqual([]);
});
