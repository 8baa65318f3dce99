import { defaultBrand } from '@fareline/contracts/schemas';
import { decodeToken } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness({ PASSWORD_ATTEMPTS_PER_ACCOUNT: '3' });

const password = 'correct horse 7';
const minutes = 60_000;

/** Signs an administrator in; the password was entered the given time ago, or never. */
async function signInAdministrator(name: string, ageMs: number | null): Promise<string> {
  const session = await harness.signIn(name, password, { isAdmin: true });
  await setAge(session, ageMs);
  return session;
}
async function setAge(session: string, ageMs: number | null): Promise<void> {
  await harness.db
    .updateTable('sessions')
    .set({ authenticated_at: ageMs === null ? null : new Date(Date.now() - ageMs) })
    .where('id', '=', String(decodeToken(session).claims.jti))
    .execute();
}
const confirm = (session: string | undefined, given = password) =>
  harness.post('/api/auth/confirm-password', { password: given }, session);
const switchMode = (session: string, enableLiveMode = true) =>
  harness.post('/api/admin/settings', { enableLiveMode }, session);
const isLive = async (): Promise<boolean> => (await harness.get('/api/system/mode')).body.isLiveMode;
const saveBrand = (session: string, change: object, id = 'default') =>
  harness.send('PUT', `/api/admin/brands/${id}`, { ...defaultBrand, id, ...change }, sessionCookie(session));
const getMarkup = async () => {
  const stored = await harness.db.selectFrom('brands').select('data').where('id', '=', 'default').execute();
  return stored[0]?.data.pricing.markupPercent ?? defaultBrand.pricing.markupPercent;
};

describe('the mode switch', () => {
  it.each([
    ['10 minutes ago', 10 * minutes],
    ['never', null],
  ])('[ACCOUNT-06] returns PASSWORD_REQUIRED when the password was entered %s', async (_, age) => {
    const session = await signInAdministrator(`switch-${age}`, age);
    const response = await switchMode(session);
    expect([response.status, response.body.error]).toEqual([403, 'PASSWORD_REQUIRED']);
    expect(await isLive()).toBe(false);
  });

  it('[ACCOUNT-06] works when the password was entered less than 10 minutes ago', async () => {
    const session = await signInAdministrator('quick', 10 * minutes - 5000);
    expect((await switchMode(session)).status).toBe(200);
    expect((await switchMode(session, false)).status).toBe(200);
  });
});

describe('saving a brand', () => {
  it('[ACCOUNT-06] [GUARD-02] [GUARD-12] returns PASSWORD_REQUIRED for another markup, domain, tag, phone, name, logo, link or text and for a new brand, and saves nothing', async () => {
    const session = await signInAdministrator('pricer', 10 * minutes);
    const before = await getMarkup();
    const { content } = defaultBrand;
    const responses = [
      await saveBrand(session, { pricing: { markupPercent: before + 1 } }),
      await saveBrand(session, { domain: 'moved.example' }),
      await saveBrand(session, { tags: { analyticsId: 'G-AB12CD34', adConversionId: '' } }),
      await saveBrand(session, { contact: { ...defaultBrand.contact, phone: '+1 900 555 0100' } }),
      await saveBrand(session, { content: { ...content, secondPhone: '+1 900 555 0100' } }),
      await saveBrand(session, {
        content: { ...content, partner: { ...content.partner, phone: '+1 900 555 0100' } },
      }),
      await saveBrand(session, { content: { ...content, headline: 'Call +1 900 555 0100' } }),
      await saveBrand(session, { name: 'Your Bank' }),
      await saveBrand(session, { logo: 'https://pictures.example/bank.svg' }),
      await saveBrand(session, { social: { ...defaultBrand.social, facebook: 'https://bank.example/' } }),
      await saveBrand(session, { domain: 'costly.example', pricing: { markupPercent: 90 } }, 'costly'),
    ];
    for (const { status, body } of responses)
      expect([status, body.error]).toEqual([403, 'PASSWORD_REQUIRED']);
    expect(await getMarkup()).toBe(before);
    for (const key of ['costly', 'moved.example'])
      expect((await harness.get(`/api/brands/${key}`)).status).toBe(404);
  });

  it('[ACCOUNT-06] [GUARD-12] needs no password for another look', async () => {
    const session = await signInAdministrator('designer', 10 * minutes);
    const theme = { ...defaultBrand.theme, corners: 'square' };
    expect((await saveBrand(session, { theme })).status).toBe(200);
  });

  it('[ACCOUNT-06] saves another markup after the password was confirmed', async () => {
    const session = await signInAdministrator('seller', 10 * minutes);
    expect((await confirm(session)).status).toBe(200);
    const before = await getMarkup();
    expect((await saveBrand(session, { pricing: { markupPercent: before + 1 } })).status).toBe(200);
    expect(await getMarkup()).toBe(before + 1);
  });
});

describe('the confirmation of the password', () => {
  it('[ACCOUNT-06] allows the actions of this session for 10 minutes, and of no other one', async () => {
    const session = await signInAdministrator('confirmed', 10 * minutes);
    const other =
      (await harness.post('/api/auth/login', { username: 'confirmed', password })).session?.value ?? '';
    await setAge(other, 10 * minutes);
    expect((await confirm(session)).body).toEqual({ success: true, message: 'Your password is confirmed.' });
    expect((await switchMode(session, false)).status).toBe(200);
    expect((await switchMode(other)).body.error).toBe('PASSWORD_REQUIRED');
    await setAge(session, 10 * minutes);
    expect((await switchMode(session)).body.error).toBe('PASSWORD_REQUIRED');
  });

  it('[ACCOUNT-06] returns the error at the field for a wrong password, and changes nothing', async () => {
    const session = await signInAdministrator('mistaken', 10 * minutes);
    const { status, body } = await confirm(session, 'not it');
    expect([status, body.error]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    expect(body.fields).toEqual([{ path: 'password', message: 'This password is not correct.' }]);
    expect((await switchMode(session)).body.error).toBe('PASSWORD_REQUIRED');
  });

  it('[ACCOUNT-06, SECURITY-06] has as few attempts as a sign-in, which strangers cannot use up', async () => {
    const session = await signInAdministrator('guessed', 10 * minutes);
    for (let attempt = 0; attempt < 4; attempt += 1)
      await harness.post('/api/auth/login', { username: 'guessed', password: 'wrong' });
    expect((await confirm(session)).status).toBe(200);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await confirm(session, 'wrong')).status).toBe(400);
    expect((await confirm(session)).status).toBe(429);
    const signedIn = await harness.post('/api/admin/login', { password }, session);
    expect(signedIn.status).toBe(429);
  });
});

describe('the administrator’s sign-in call', () => {
  it('[API-79, ACCOUNT-06] asks for the password 10 minutes after it was entered, and accepts it', async () => {
    const session = await signInAdministrator('caller', 10 * minutes);
    expect((await harness.post('/api/admin/login', {}, session)).body.error).toBe('PASSWORD_REQUIRED');
    const wrong = await harness.post('/api/admin/login', { password: 'wrong' }, session);
    expect([wrong.status, wrong.session]).toEqual([400, undefined]);
    const renewed = await harness.post('/api/admin/login', { password }, session);
    expect((await switchMode(renewed.session?.value ?? '', false)).status).toBe(200);
  });

  it('[ACCOUNT-06] does not extend the 10 minutes with the session', async () => {
    const session = await signInAdministrator('stolen', 9 * minutes);
    const renewed = (await harness.post('/api/admin/login', {}, session)).session?.value ?? '';
    const row = await harness.db
      .selectFrom('sessions')
      .select('authenticated_at')
      .where('id', '=', String(decodeToken(renewed).claims.jti))
      .executeTakeFirstOrThrow();
    expect(Date.now() - Number(row.authenticated_at)).toBeGreaterThanOrEqual(9 * minutes);
  });
});
