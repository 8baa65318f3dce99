import { eventually } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ FORM_REQUESTS_PER_MINUTE: '6' });
});
afterAll(() => harness.stop());

const valid = {
  name: 'Ivo',
  email: 'ivo@example.com',
  subject: 'refund',
  message: 'Where is it?',
  newsletter: true,
};

it.each([
  [{ ...valid, name: '' }, 'name', 'Required'],
  [{ ...valid, email: '' }, 'email', 'Required'],
  [{ ...valid, email: 'ivo@' }, 'email', 'Invalid email'],
])('[API-81, CONTACT-06] refuses a bad form and queues nothing', async (body, path, message) => {
  const answer = await harness.post('/api/contact', body);
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toContainEqual({ path, message });
  expect(await harness.db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

it('[API-81, MAIL-02] queues a mail to the brand, without letting the form write headers', async () => {
  const answer = await harness.post('/api/contact', { ...valid, name: 'Ivo\r\nBcc: all@example.com' });
  expect(answer.status).toBe(200);
  const [mail] = await harness.db.selectFrom('mails').selectAll().execute();
  expect(mail).toMatchObject({ recipient: 'hello@fareline.example', reply_to: 'ivo@example.com' });
  expect(mail?.subject).toBe('Contact form: refund, from Ivo Bcc: all@example.com');
});

it('[API-81] takes so many forms a minute and then says to wait', async () => {
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1) statuses.push(await harness.post('/api/contact', valid));
  const last = statuses.at(-1);
  expect(last?.status).toBe(429);
  expect(last?.body.error).toBe('TOO_MANY_REQUESTS');
});

it('[MAIL-02] sends the mail without Redis', async () => {
  const alone = await startHarness({ JOBS_REDIS_URL: 'redis://127.0.0.1:9' });
  const { status } = await alone.post('/api/contact', {
    name: 'Ida Holm',
    email: 'ida.without.redis@example.com',
    message: 'Hello',
  });
  expect(status).toBe(200);
  await eventually(async () => {
    const open = await alone.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
    return open.length === 0 ? true : undefined;
  });
  await alone.stop();
});
