import { randomUUID } from 'node:crypto';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startSharedHarness, withoutJobs } from '../testing/harness.ts';

const harness = await startSharedHarness();
const { db } = harness;
const service = await harness.startPayments({ STAFF_READS_PER_HOUR: '4' });
const replica = await harness.startPayments({ STAFF_READS_PER_HOUR: '4' });
const generous = await harness.startPayments();

type Session = Record<string, string>;
const read = (path: string, session: Session, from = generous, headers: Session = {}) =>
  harness.send(from, 'GET', `/api/review/${path}`, undefined, { ...session, ...headers });

interface Entry {
  action: string;
  subject: string;
  details: Record<string, string>;
  ip_address: string;
}

/** The entries of the session in the audit trail of accounts, oldest first, once none waits. */
async function readEntries({ cookie = '' }: Session): Promise<Entry[]> {
  const [, payload = ''] = cookie.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  await eventually(async () => {
    const waiting = await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
    return waiting.length === 0 || undefined;
  });
  const { rows } = await sql<Entry>`
    select action, subject, details, ip_address
    from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
    where actor_id = ${sub} and action in ('record_read', 'list_read', 'read_limit_reached')
    order by at, id`.execute(db);
  return rows;
}

it('[GUARD-13] who of support read which booking and which page of a list is in the audit trail, once for five minutes', async () => {
  const support = await harness.signUpSupport();
  const id = randomUUID();
  const ip = { 'x-forwarded-for': '198.51.100.9' };
  for (let times = 0; times < 3; times += 1) {
    await Promise.all([
      read(`bookings/${id}`, support, service, ip),
      read(`bookings/${id}`, support, replica, ip),
    ]);
    expect((await read(`bookings/${id}/later-bags`, support)).status).toBe(404);
  }
  await read('cases', support);
  await read('cases?status=closed', support);
  await read('cases?status=closed&cursor=50', support);
  expect((await read('daily-closes?from=2026-11-01&to=2026-11-02', support)).status).toBe(200);
  expect(await readEntries(support)).toMatchObject([
    { action: 'record_read', subject: id, ip_address: '198.51.100.9' },
    { action: 'list_read', subject: 'Review queue', details: { status: 'open' } },
    { action: 'list_read', subject: 'Review queue', details: { status: 'closed' } },
    { action: 'list_read', subject: 'Review queue', details: { status: 'closed', cursor: '50' } },
  ]);
  await sql`update attempts set window_ends_at = now()`.execute(db);
  await read(`bookings/${id}`, support);
  expect((await readEntries(support)).slice(4)).toMatchObject([{ action: 'record_read', subject: id }]);
});

it('[GUARD-13] what support searched for is in no table, and the same term has the same hash', async () => {
  const support = await harness.signUpSupport();
  for (const text of ['Lovelace-Hidden', 'lovelace-hidden', 'Somebody'])
    expect((await read(`bookings?text=${text}&state=confirmed`, support)).status).toBe(200);
  const entries = await readEntries(support);
  expect(entries).toHaveLength(2);
  const [first, other] = entries.map(({ details }) => details);
  expect(first).toMatchObject({ state: 'confirmed', 'text (hash)': expect.stringMatching(/^[\w-]{22}$/) });
  expect(first?.['text (hash)']).not.toBe(other?.['text (hash)']);
  const dump = `${await harness.dumpTables()}${JSON.stringify(entries)}`;
  expect(dump.toLowerCase()).not.toContain('lovelace-hidden');
});

it('[GUARD-13] beyond the budget of an hour reads are refused at every replica, which is an entry once, and others read on', async () => {
  const support = await harness.signUpSupport();
  const ids = Array.from({ length: 12 }, () => randomUUID());
  const answers = await Promise.all(
    ids.map((id, index) => read(`bookings/${id}`, support, index % 2 ? service : replica)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 404).length, refused.length]).toEqual([4, 8]);
  expect(refused[0]?.body).toMatchObject({
    error: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(
      /^You have opened more records and lists than one person may in an hour\. Please try again in \d+ minutes\.$/,
    ),
  });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect((await read('cases', support, service)).status).toBe(429);
  const entries = await readEntries(support);
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...['read_limit_reached', 'record_read', 'record_read', 'record_read', 'record_read'],
  ]);
  // What was read is shown again, as after the screen loads it anew.
  const [seen] = entries.filter(({ action }) => action === 'record_read');
  expect((await read(`bookings/${seen?.subject}`, support, service)).status).toBe(404);
  expect((await read('cases', await harness.signUpSupport(), service)).status).toBe(200);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^limit_refusals_total\{limit="staff_reads"\} [1-9]/m);
});

it('[GUARD-13] a read whose entry cannot be written fails, and counts for nothing', async () => {
  const quiet = await harness.startPayments(withoutJobs);
  const support = await harness.signUpSupport();
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse before insert on outbox for each row execute function refuse()`.execute(db);
  const failed = await read('cases', support, quiet);
  await sql`drop function refuse cascade`.execute(db);
  expect([failed.status, 'cases' in failed.body]).toEqual([500, false]);
  expect((await read('cases', support, quiet)).status).toBe(200);
  expect(await readEntries(support)).toHaveLength(1);
});

it('[GUARD-13] nobody else leaves an entry, nor a request that is refused before', async () => {
  const [support, traveller] = [await harness.signUpSupport(), await harness.signUp()];
  const answers = [
    await read('cases', {}),
    await read('cases', traveller),
    await read('cases?cursor=x', support),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 400]);
  expect([...(await readEntries(support)), ...(await readEntries(traveller))]).toEqual([]);
});
