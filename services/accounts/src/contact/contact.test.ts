import { newBrand } from '@fareline/contracts/schemas';
import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { clearAttempts } from '@fareline/service-kit/limits/table-window';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleBrand } from '../brands/sample-brand.ts';
import { startHarness, startSharedHarness, type Harness } from '../testing/harness.ts';

const harness = await startSharedHarness({ FORM_REQUESTS_PER_MINUTE: '9' });

const valid = {
  name: 'Ivo',
  email: 'ivo@example.com',
  subject: 'refund',
  message: 'Where is it?',
  newsletter: true,
};

it('[API-81, CONTACT-06] returns 400 for an invalid form and queues no mail', async () => {
  const response = await harness.post('/api/contact', { ...valid, email: 'ivo@' });
  expect(response.status).toBe(400);
  expect(response.body.fields).toContainEqual({ path: 'email', message: 'Invalid email' });
  expect(await harness.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

it('[API-81, MAIL-02] queues a mail to the brand', async () => {
  expect((await harness.post('/api/contact', { ...valid, phone: '+1 212 555 0142' })).status).toBe(200);
  const [mail] = await harness.db.selectFrom('outbox').selectAll().where('kind', '=', 'text').execute();
  expect(mail).toMatchObject({
    subject: 'hello@fareline.example',
    payload: { message: { replyTo: 'ivo@example.com', subject: 'Contact form: refund, from Ivo' } },
  });
  expect(mail?.payload?.message?.body.split('\n').slice(0, 3)).toEqual([
    'Name: Ivo',
    'E-mail: ivo@example.com',
    'Phone: +1 212 555 0142',
  ]);
});

it('[HOST-04] queues a mail to the site for a brand without an email address', async () => {
  const bare = { ...newBrand, id: 'bare', name: 'Bare', domain: 'bare.example' };
  await harness.db
    .insertInto('brands')
    .values({ id: bare.id, domain: bare.domain, data: JSON.stringify(bare) })
    .execute();
  const body = { ...valid, email: 'bea@example.com' };
  expect((await harness.send('POST', '/api/contact', body, { [brandHeader]: 'bare' })).status).toBe(200);
  const mail = await eventually(async () => {
    const emails = await harness.mail.getEmails('hello@fareline.example');
    return emails.find(({ text }) => text.includes(body.email));
  });
  expect(mail.from).toMatch(/^"?Bare"? </);
  expect(mail.text).toContain('Site: Bare, http://localhost:3000');
});

it('[API-81] the answer of the brand goes to the sender', async () => {
  const mail = await eventually(async () => {
    const emails = await harness.mail.getEmails('hello@fareline.example');
    return emails.find(({ text }) => text.includes('ivo@example.com'));
  });
  expect(mail.text).toContain('Where is it?');
});

it.each([
  ['refund', 'Your message has arrived. We answer e-mail within 12 hours.'],
  ['group-booking', 'Your message has arrived. We answer e-mail within 45 minutes.'],
])(
  '[CONTACT-08] says in the answer and in the copy when a message about %s is answered',
  async (subject, message) => {
    const body = { ...valid, subject, email: `${subject}@example.com`, name: 'Visit evil.example' };
    const { body: answer } = await harness.send('POST', '/api/contact', body, { [brandHeader]: 'sunhop' });
    expect(answer.message).toBe(message);
    const copy = await eventually(async () => (await harness.mail.getEmails(body.email))[0]);
    expect(copy.subject).toBe('We have your message to Sunhop');
    expect(copy.from).toMatch(/^"?Sunhop"? </);
    expect(copy.headers['auto-submitted']).toBe('auto-replied');
    expect(copy.text).toContain(message.replace('Your message has arrived. ', ''));
    expect(copy.text).toContain('Where is it?');
    expect(copy.text).not.toContain('evil');
  },
);

it('[HOST-02, API-81] queues a mail to the brand of the site', async () => {
  const ada = { ...valid, email: 'ada@example.com' };
  expect((await harness.send('POST', '/api/contact', ada, { [brandHeader]: 'sunhop' })).status).toBe(200);
  const { subject } = await harness.db
    .selectFrom('outbox')
    .select('subject')
    .where(sql`payload->'message'->>'replyTo'`, '=', ada.email)
    .executeTakeFirstOrThrow();
  expect(subject).toBe('hello@sunhop.example');
});

it('[API-81] returns TOO_MANY_REQUESTS when the requests per minute are used up', async () => {
  const statuses = [];
  for (let sent = 0; sent < 10; sent += 1) statuses.push(await harness.post('/api/contact', valid));
  const last = statuses.at(-1);
  expect(last?.status).toBe(429);
  expect(last?.body.error).toBe('TOO_MANY_REQUESTS');
});

describe('many messages', () => {
  let many: Harness;
  beforeAll(async () => {
    many = await startHarness();
  });
  afterAll(() => many.stop());
  const hello = 'hello@fareline.example';
  const from = (ipAddress: string, headers: Record<string, string> = {}) =>
    many.send('POST', '/api/contact', valid, { 'x-forwarded-for': ipAddress, ...headers });

  it('[LIMIT-01, LIMIT-05] are limited to 10 an hour of one client and 40 of a /24, over two replicas', async () => {
    const second = await many.startReplica();
    const send = (address: string, index: number) =>
      (index % 2 ? many : second).send('POST', '/api/contact', valid, { 'x-forwarded-for': address });
    const countStatuses = async (addresses: string[]) => {
      const responses = await Promise.all(addresses.map(send));
      return [200, 429].map((wanted) => responses.filter(({ status }) => status === wanted).length);
    };
    expect(await countStatuses(Array(30).fill('203.0.113.1'))).toEqual([10, 20]);
    expect(await countStatuses(Array.from({ length: 50 }, (_, index) => `203.0.113.${index + 2}`))).toEqual([
      30, 20,
    ]);
    const { headers, body } = await from('203.0.113.1');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    expect(body.message).toMatch(/please call us\. Please try again in 60 minutes\.$/);
  });

  it('[LIMIT-05] are limited to 20 a day of one client', async () => {
    const statuses = [];
    for (let hour = 0; hour < 3; hour += 1) {
      for (let sent = 0; sent < 10; sent += 1) statuses.push((await from('203.0.114.1')).status);
      await clearAttempts(many.db, { kind: 'contact', subject: '203.0.114.1' });
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(429)]);
    expect(Number((await from('203.0.114.1')).headers['retry-after'])).toBeGreaterThan(23 * 3600);
  });

  it('[LIMIT-05] above 60 in an hour arrive in one mail a minute, and none is lost', async () => {
    const sunhop = { [brandHeader]: 'sunhop' };
    const responses = await Promise.all(
      Array.from({ length: 72 }, (_, index) => from(`10.1.${index}.1`, sunhop)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const waiting = await many.db
      .selectFrom('outbox')
      .select(
        sql<boolean>`next_attempt_at = date_trunc('minute', created_at) + interval '1 minute'`.as(
          'is_minute',
        ),
      )
      .where('subject', '=', 'hello@sunhop.example')
      .where('next_attempt_at', '>', sql<Date>`created_at`)
      .where('attempts', '=', 0)
      .execute();
    expect(new Set(waiting.map(({ is_minute }) => is_minute))).toEqual(new Set([true]));
    // The minute is over.
    await sql`update outbox set next_attempt_at = date_trunc('minute', now())
      where done_at is null and next_attempt_at > now()`.execute(many.db);
    const mails = await eventually(async () => {
      const found = await many.mail.getEmails('hello@sunhop.example');
      const messages = found.flatMap(({ text }) => text.match(/^Name: Ivo$/gm) ?? []);
      return messages.length >= 72 ? found : undefined;
    });
    // Two digests if a minute ended meanwhile.
    expect([61, 62]).toContain(mails.length);
    expect(mails.some(({ subject }) => /^Contact form: \d+ messages$/.test(subject))).toBe(true);
    expect((await from('10.2.1.1')).status).toBe(200);
  });

  it('[LIMIT-05] have at most three copies a day for an address and its sub-addresses, whoever sends', async () => {
    const send = (address: string, email: string) =>
      many.send(
        'POST',
        '/api/contact',
        { ...valid, email },
        { 'x-forwarded-for': address, [brandHeader]: 'bare' },
      );
    await many.db
      .insertInto('brands')
      .values({
        id: 'bare',
        domain: 'bare.example',
        data: JSON.stringify({
          ...sampleBrand,
          id: 'bare',
          content: {
            ...sampleBrand.content,
            emails: { ...sampleBrand.content.emails, general: 'hello@bare.example' },
          },
        }),
      })
      .execute();
    for (let index = 0; index < 5; index += 1) {
      expect((await send(`10.4.${index}.1`, 'nagged@example.com')).status).toBe(200);
      expect((await send(`10.5.${index}.1`, `nagged+${index}@example.com`)).status).toBe(200);
    }
    const rows = await many.db
      .selectFrom('outbox')
      .select('subject')
      .where('kind', '=', 'contact-copy')
      .where('subject', 'like', 'nagged%')
      .execute();
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
      'nagged+0@example.com',
      'nagged+1@example.com',
      'nagged+2@example.com',
      ...Array(3).fill('nagged@example.com'),
    ]);
  });

  it('[LIMIT-05] have no copies while they go together', async () => {
    const email = 'busy@example.com';
    const body = { ...valid, email };
    const headers = { 'x-forwarded-for': '10.6.1.1', [brandHeader]: 'sunhop' };
    expect((await many.send('POST', '/api/contact', body, headers)).status).toBe(200);
    const rows = await many.db.selectFrom('outbox').select('id').where('subject', '=', email).execute();
    expect(rows).toEqual([]);
  });

  it('[LIMIT-06] are refused with 503 and Retry-After while 5,000 wait for the mailbox', async () => {
    await sql`
      insert into outbox (kind, subject, next_attempt_at) select 'text', ${hello}, now() + interval '1 hour'
      from generate_series(1, 5000)`.execute(many.db);
    const { status, headers } = await from('10.3.1.1');
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    expect((await from('10.3.1.1', { [brandHeader]: 'sunhop' })).status).toBe(200);
  });
});

it('[MAIL-02] sends the mail when Redis is unavailable', async () => {
  const withoutRedis = await startHarness({ JOBS_REDIS_URL: 'redis://127.0.0.1:9' });
  const { status } = await withoutRedis.post('/api/contact', {
    name: 'Ida Holm',
    email: 'ida.without.redis@example.com',
    message: 'Hello',
  });
  expect(status).toBe(200);
  await eventually(async () => {
    const unsent = await withoutRedis.db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .execute();
    return unsent.length === 0 ? true : undefined;
  });
  await withoutRedis.stop();
});
