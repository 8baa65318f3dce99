import { closeContactCase, listContactCases } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleBrand } from '../brands/sample-brand.ts';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { findByUsername, setRole } from '../users/user.repository.ts';
import { startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();
const { db } = harness;
const getUserId = async (username: string) => (await findByUsername(db, username))?.id ?? '';

const support = await harness.signIn('bea');
await setRole(db, await getUserId('bea'), 'is_support');

beforeEach(() => db.deleteFrom('contact_cases').execute());

const password = 'correct horse 7';
const email = 'ivo@example.com';
const message = 'ABC123 is $40 less at https://cheaper.example';
const match = { name: 'Ivo', email, subject: 'price-guarantee', message };
const newsletter = { name: 'Ivo', email, newsletter: true };

let senders = 0;
/** Sends the form from an IP address of its own. */
const send = (body: object, headers: Record<string, string> = {}) => {
  senders += 1;
  return harness.send('POST', '/api/contact', body, { 'x-forwarded-for': `10.7.${senders}.1`, ...headers });
};
const list = async (status = 'open', cursor?: string) =>
  (
    await harness.get(
      `${listContactCases.path}?status=${status}${cursor ? `&cursor=${cursor}` : ''}`,
      support,
    )
  ).body;
const close = (id: string, session: string | undefined = support) =>
  harness.send('POST', closeContactCase.path.replace(':id', id), undefined, {
    ...(session ? { cookie: `session=${session}` } : {}),
  });
const unknownId = '00000000-0000-4000-8000-000000000000';

describe('the cases of messages', () => {
  it('[PROMISE-07] are refused to visitors and to accounts that are not of the staff', async () => {
    await send(match);
    const [{ id }] = (await list()).cases;
    const session = await harness.signIn('plain');
    for (const [reader, status] of [
      [undefined, 401],
      [session, 403],
    ] as const) {
      expect((await harness.get(listContactCases.path, reader)).status).toBe(status);
      expect((await close(id, reader ?? '')).status).toBe(status);
    }
    expect((await list()).total).toBe(1);
  });

  it('[PROMISE-07] [GUARD-12] are closed only with a recent password', async () => {
    await send(match);
    const [{ id }] = (await list()).cases;
    const setAge = (minutes: number) =>
      db
        .updateTable('sessions')
        .set({ authenticated_at: new Date(Date.now() - minutes * 60_000) })
        .execute();
    await setAge(11);
    const { status, body } = await close(id);
    expect([status, body.error]).toEqual([403, 'PASSWORD_REQUIRED']);
    expect((await list()).total).toBe(1);
    await setAge(0);
    expect((await close(id)).status).toBe(200);
  });

  it('[PROMISE-07] are not opened by an invalid message, nor by one that asks for nothing', async () => {
    expect((await send({ ...match, email: 'ivo@' })).status).toBe(400);
    expect((await send({ ...match, subject: 'refund' })).status).toBe(200);
    expect(await list()).toEqual({ cases: [], total: 0, next: null });
  });

  it('[PROMISE-07] [HOME-10] are not opened for a guarantee that the brand does not claim', async () => {
    const { claims } = sampleBrand.content;
    const bare = {
      ...{ ...defaultBrand, id: 'bare', domain: 'bare.example' },
      content: { ...sampleBrand.content, claims: { ...claims, lowestPriceCredit: 0 } },
    };
    await db
      .insertInto('brands')
      .values({ id: bare.id, domain: bare.domain, data: JSON.stringify(bare) })
      .execute();
    expect((await send(match, { [brandHeader]: 'bare' })).status).toBe(200);
    expect((await list()).total).toBe(0);
  });

  it('[PROMISE-07] are not opened when the mail cannot be queued', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before insert on outbox for each row execute function refuse()`.execute(
      db,
    );
    const { status } = await send(match);
    await sql`drop function refuse cascade`.execute(db);
    expect(status).toBe(500);
    expect((await list()).total).toBe(0);
  });

  it('[PROMISE-07] are one for an address, however often, in whichever letters and at once it writes', async () => {
    const repeated = Array.from({ length: 4 }, (_, index) => ({
      ...match,
      email: index % 2 ? 'Ivo@Example.com' : email,
    }));
    await Promise.all(repeated.map((body) => send(body)));
    const { cases, total } = await list();
    expect(total).toBe(1);
    expect(cases[0].message).toBe(Array(4).fill(message).join('\n\n'));
    await send({ ...match, message: 'x'.repeat(5000) });
    expect((await list()).cases[0].message).toHaveLength(2000);
    await send({ ...match, message: '' }, { [brandHeader]: 'sunhop' });
    expect((await list()).cases.map(({ brand }: { brand: string }) => brand)).toEqual(['default', 'sunhop']);
  });

  it('[PROMISE-07] [LIMIT-05] are no more than the messages of a client within its limit', async () => {
    const statuses = [];
    for (let index = 0; index < 13; index += 1) {
      const body = { ...newsletter, email: `flood-${index}@example.com` };
      statuses.push((await send(body, { 'x-forwarded-for': '203.0.113.9' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(3).fill(429)]);
    expect((await list()).total).toBe(10);
  });

  it('[PROMISE-07] [HOME-10] [CONTACT-04] have who asks for a price match and for the newsletter, with the day', async () => {
    await send({ ...match, newsletter: true });
    const mails = await db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'text')
      .where(sql`payload->'message'->>'subject'`, '=', 'Contact form: price-guarantee, from Ivo')
      .execute();
    expect(mails.length).toBeGreaterThan(0);
    const { cases } = await list();
    const row = {
      ...{ id: expect.any(String), brand: 'default', name: 'Ivo', email },
      ...{ openedAt: expect.stringMatching(/^\d{4}-.*Z$/), closedAt: null, closedBy: null },
    };
    expect(cases).toHaveLength(2);
    expect(cases).toEqual(
      expect.arrayContaining([
        { ...row, kind: 'price-guarantee', message },
        { ...row, kind: 'newsletter', message: null },
      ]),
    );
  });

  it('[PROMISE-07] [ACCOUNT-05] are closed once, by whom the list and the audit trail say, and open again with another message', async () => {
    expect((await close(unknownId)).status).toBe(404);
    await send(newsletter);
    const [{ id }] = (await list()).cases;
    const answers = await Promise.all([close(id), close(id)]);
    expect(answers.map(({ body }) => body.message).toSorted()).toEqual([
      'The case is closed.',
      'The case was closed before.',
    ]);
    expect((await list()).total).toBe(0);
    expect((await list('closed')).cases).toMatchObject([
      { id, closedBy: 'bea', closedAt: expect.any(String) },
    ]);
    const entries = await db.selectFrom('audit_entries').selectAll().where('subject', '=', id).execute();
    expect(entries).toMatchObject([
      { action: 'case_closed', actor_name: 'bea', details: { kind: 'newsletter', brand: 'default' } },
    ]);
    await send(newsletter);
    expect([(await list()).total, (await list('closed')).total]).toEqual([1, 1]);
  });

  it('[PROMISE-07] are read in pages: open ones the oldest first, closed ones the last first', async () => {
    await sql`insert into contact_cases (kind, brand, name, email, opened_at, closed_at, closed_by)
      select 'newsletter', 'default', n::text, n || '@example.com', now() - n * interval '1 hour',
        case when n > 60 then now() - n * interval '1 minute' end, 'bea' from generate_series(1, 120) n`.execute(
      db,
    );
    for (const [status, first, last] of [
      ['open', '60', '1'],
      ['closed', '61', '120'],
    ] as const) {
      const page = await list(status);
      const rest = await list(status, page.next);
      expect([page.cases.length, rest.cases.length, page.total, rest.next]).toEqual([50, 10, 60, null]);
      expect([page.cases[0].name, rest.cases.at(-1).name]).toEqual([first, last]);
    }
  });
});

describe('the cases of an account', () => {
  it('[POLICY-09] are neither exported nor erased before the email address is confirmed', async () => {
    await send({ ...newsletter, email: 'stranger@example.com' });
    const session = await harness.signIn('stranger');
    expect((await harness.get('/api/auth/export', session)).body.contactCases).toEqual([]);
    expect((await harness.post('/api/auth/delete-account', { password }, session)).status).toBe(200);
    expect((await list()).total).toBe(1);
  });

  it('[POLICY-09] are exported, and erased with the account', async () => {
    const session = await harness.signIn('owner');
    const token = await insertMailedToken(db, 'email-verification', await getUserId('owner'));
    expect((await harness.post('/api/auth/verify-email', { token })).status).toBe(200);
    await send({ ...match, email: 'Owner@example.com' });
    await send(newsletter);
    const { contactCases } = (await harness.get('/api/auth/export', session)).body;
    expect(contactCases).toMatchObject([{ kind: 'price-guarantee', email: 'owner@example.com', message }]);
    expect(contactCases[0]).not.toHaveProperty('closedBy');
    expect((await harness.post('/api/auth/delete-account', { password }, session)).status).toBe(200);
    expect((await list()).cases.map((row: { email: string }) => row.email)).toEqual([email]);
  });
});
