import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { createMailer, type SendMail } from '@fareline/service-kit/mail';
import { deliverDue, dispatchOutboxHandler } from '@fareline/service-kit/outbox';
import { eventually, testDatabase } from '@fareline/service-kit/testing';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { insertSession } from '../sessions/session.repository.ts';
import { insertUser } from '../users/user.repository.ts';
import { insertMail } from './outbox.repository.ts';
import { composeTextMail, createOutbox, type MailComposers } from './outbox.ts';

const { db, schema, drop } = testDatabase<Tables>('outbox');
const site = { brand: 'default', origin: 'http://localhost:3000' };
const log = { warn: vi.fn(), error: vi.fn() };
const composers = { text: composeTextMail, 'password-reset': composeTextMail } as unknown as MailComposers;
const outboxOf = (sendMail: SendMail, chosen = composers) =>
  createOutbox({ config: {} as never, db, sendMail, log: log as never }, chosen);
const send = (sendMail: SendMail, chosen = composers) => deliverDue(outboxOf(sendMail, chosen));
/** The job of a mail that is not due. */
const msUntilDue = async (outboxId: string) =>
  (await dispatchOutboxHandler(outboxOf(fail)).run({ outboxId }))?.rescheduleInMs;
const readRows = () => db.selectFrom('outbox').selectAll().execute();
const fail = () => Promise.reject(new Error('no connection'));

beforeAll(() => migrateToLatest(db, schema, migrations));
beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
  vi.clearAllMocks();
});
afterAll(drop);

const toText = (body: string) => ({ replyTo: 'r@example.com', subject: 'Hello', body });
const insert = (subject: string, kind: 'text' | 'password-reset' = 'text') =>
  insertMail(db, { kind, ...site, subject, message: toText('Text') });

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
  const waitMs = (await msUntilDue(id)) ?? 0;
  expect(waitMs).toBeGreaterThan((seconds - 20) * 1000);
  expect(waitMs).toBeLessThanOrEqual(seconds * 1000);
  await db.updateTable('outbox').set({ next_attempt_at: new Date() }).execute();
  await send(failOnce);
  expect([calls, await msUntilDue(id)]).toEqual([2, undefined]);
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
      text: expect.stringMatching(/^Text\n/),
      html: expect.stringContaining('<p style="margin:0 0 16px;">Text</p>'),
    }),
  );
  expect(await readRows()).toEqual([expect.objectContaining({ done_at: expect.any(Date), payload: null })]);
});

it('[ACCOUNT-03] gives a mail up, without its content and with a log entry, that failed for 24 hours', async () => {
  const id = await insert('a@example.com', 'password-reset');
  await age('23 hours 59 minutes');
  await send(fail);
  expect(await readRows()).toEqual([
    expect.objectContaining({ done_at: null, payload: { ...site, message: toText('Text') } }),
  ]);
  expect(log.error).not.toHaveBeenCalled();

  await age('24 hours 1 minute');
  await send(fail);
  expect(await readRows()).toEqual([expect.objectContaining({ done_at: expect.any(Date), payload: null })]);
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ id, kind: 'password-reset' }),
    expect.any(String),
  );
  expect(await msUntilDue(id)).toBeUndefined();
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
    expect.objectContaining({ done_at: null, payload: { ...site, message: toText('Text') } }),
  ]);
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ id }), expect.any(String));

  await age('29 days 23 hours');
  const sent = vi.fn(async () => undefined);
  await send(sent);
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({ replyTo: 'r@example.com', text: expect.stringMatching(/^Text\n/) }),
  );

  await insert('b@example.com');
  await age('30 days 1 minute');
  await send(fail);
  expect(await readRows()).toContainEqual(
    expect.objectContaining({ subject: 'b@example.com', done_at: expect.any(Date), payload: null }),
  );
});

it('[LIMIT-05, MAIL-02] sends the messages of a digest in one mail, also when it failed before', async () => {
  const ids: string[] = [];
  for (const [index, recipient] of ['a', 'a', 'a', 'b', 'a'].entries())
    ids.push(
      await insertMail(
        db,
        { kind: 'text', ...site, subject: `${recipient}@example.com`, message: toText(`Message ${index}`) },
        { inDigest: index < 4 },
      ),
    );
  const dueAt = (when: string) =>
    sql`update outbox set next_attempt_at = ${sql.raw(when)} where done_at is null`.execute(db);
  const sent: { id?: string; to: string; subject: string; text: string }[] = [];
  const sendMail: SendMail = async (mail) => void sent.push(mail);
  await send(sendMail);
  expect(sent).toEqual([
    expect.objectContaining({ id: ids[4], to: 'a@example.com', text: expect.stringMatching(/^Message 4\n/) }),
  ]);
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
  expect((await readRows()).filter(({ payload, done_at }) => payload !== null || done_at === null)).toEqual(
    [],
  );
});

it('[MAIL-02] sends the other mails when one cannot be composed', async () => {
  await insert('a@example.com', 'password-reset');
  await insert('b@example.com');
  const sent = vi.fn(async () => undefined);
  await send(sent, { ...composers, 'password-reset': fail });
  expect(sent).toHaveBeenCalledTimes(1);
  expect((await readRows()).filter(({ done_at }) => done_at === null)).toEqual([
    expect.objectContaining({ kind: 'password-reset', attempts: 1 }),
  ]);
});

it('leaves a mail of a kind that only a later release knows, and sends the others', async () => {
  await db
    .insertInto('outbox')
    .values({ kind: 'later' as 'text', subject: 'a@example.com' })
    .execute();
  await insert('b@example.com');
  const sent = vi.fn(async () => undefined);
  await send(sent);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(await readRows()).toContainEqual(expect.objectContaining({ kind: 'later', attempts: 0 }));
});

it('gives up a mail at once whose address the mail server refuses for good, but no message of a customer', async () => {
  await insert('nobody@example.com', 'password-reset');
  await insert('mailbox@example.com');
  const refusal = { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 User unknown' };
  await send(() => Promise.reject(Object.assign(new Error('refused'), refusal)));
  const rows = await readRows();
  expect(rows.filter(({ done_at }) => done_at !== null)).toMatchObject([
    { kind: 'password-reset', attempts: 1 },
  ]);
  expect(rows.find(({ kind }) => kind === 'text')?.payload).not.toBeNull();
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('nobody@example.com');
});

it('[MAIL-02] leaves connections for sign-ins while the mail server of six workers accepts connections and hangs', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sendMail = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: 'a@example.com',
  });
  const names = { firstName: 'Ada', lastName: 'Byron', linkOrigin: null };
  const user = await insertUser(db, {
    username: 'ada',
    email: 'ada@x.com',
    passwordHash: 'x',
    ...names,
  });
  for (let index = 0; index < 24; index += 1) await insert(`${index}@example.com`);
  const workers = Array.from({ length: 6 }, () => send(sendMail));
  // More than the pool of the test has connections.
  await eventually(() => (sockets.length >= 6 ? true : undefined));
  await db
    .transaction()
    .execute((trx) => insertSession(trx, (user as { id: string }).id, { authenticatedAt: new Date() }));
  server.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(workers);
});
