import { eventually } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();

/** A password as two keyboards send it. */
const toForms = (password: string) => [password.normalize('NFD'), password.normalize('NFC')] as const;
const [first, firstTyped] = toForms('schöner Tåg 1');
const [second, secondTyped] = toForms('Schöner-Tåg-4712!');
const [third, thirdTyped] = toForms('Schöner-Tåg-4713!');

const email = 'tuva@bücher.example';
const login = (username: string, password: string) => harness.post('/api/auth/login', { username, password });

it('[CARE-02] a password works in another Unicode form than it was set in, wherever it is asked for', async () => {
  await harness.post('/api/auth/register', {
    ...{
      username: 'tuva',
      email: email.normalize('NFD'),
      firstName: 'Tuva',
      lastName: 'Ek',
      password: first,
    },
  });
  const { session } = await login(email, firstTyped);
  expect((await login('tuva', first)).status).toBe(200);
  const post = (path: string, body: object, value = session?.value) => harness.post(path, body, value);
  expect((await post('/api/auth/confirm-password', { password: firstTyped })).status).toBe(200);
  const changed = await post('/api/auth/change-password', {
    ...{ currentPassword: firstTyped, newPassword: secondTyped },
  });
  expect(changed.status).toBe(200);
  expect((await login('tuva', second)).status).toBe(200);

  await post('/api/auth/forgot-password', { email: email.normalize('NFD') });
  const token = await eventually(async () => {
    const mails = await harness.mail.getEmails(email);
    return mails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
  });
  expect((await post('/api/auth/reset-password', { token, newPassword: third })).status).toBe(200);
  const { session: last } = await login('tuva', thirdTyped);
  const deleted = await post('/api/auth/delete-account', { password: thirdTyped }, last?.value);
  expect(deleted.status).toBe(200);
});
