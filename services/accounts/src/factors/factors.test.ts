import type { AddedFactor, FactorPreparation, ShownFactor } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { setRole } from '../users/user.repository.ts';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';
import { createSoftwarePasskey } from '../testing/software-passkey.ts';

const harness = await startSharedHarness();
const { db, get, post } = harness;

const password = 'correct horse 7';
let count = 0;

/** Registers an administrator, who is signed in with the password only. */
async function createStaff() {
  const name = `staff${(count += 1)}`;
  const session = await harness.signIn(name, password, { isAdmin: true });
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow();
  return { name, id, session, email: `${name}@example.com` };
}

const login = async (username: string, given = password) => {
  const { status, body, session } = await post('/api/auth/login', { username, password: given });
  return { status, error: body.error, session: session?.value };
};

/** The next code of an app, which is accepted early, and still when a step of 30 seconds ends meanwhile; the present one is step 0. */
const readCode = (secret: string, step = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

const prepare = async (session: string, token?: string): Promise<FactorPreparation> => {
  const { status, body } = await post('/api/admin/factors/preparation', { token }, session);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** Adds an app, whose code of the step before was shown, and returns the session in which it was. */
async function addApp(session: string, token?: string) {
  const { secret } = await prepare(session, token);
  const code = readCode(secret, 0);
  const added = await post(
    '/api/admin/factors',
    { kind: 'totp', name: 'Phone', token, secret, code },
    session,
  );
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { secret, body: added.body as AddedFactor, session: added.session!.value };
}

async function addPasskey(session: string, passkey = createSoftwarePasskey(), token?: string) {
  const { options } = await prepare(session, token);
  const credential = passkey.create(options as never);
  const added = await post(
    '/api/admin/factors',
    { kind: 'passkey', name: 'Key', token, credential },
    session,
  );
  return { passkey, status: added.status, body: added.body, session: added.session?.value };
}

const show = async (session: string | undefined, shown: ShownFactor | object) => {
  const { status, body, session: renewed } = await post('/api/admin/factor', shown, session);
  return { status, error: body.error, message: body.message, session: renewed?.value };
};
const showPasskey = async (session: string, passkey: ReturnType<typeof createSoftwarePasskey>) => {
  const { body } = await post('/api/admin/factor/challenge', {}, session);
  return show(session, { kind: 'passkey', credential: passkey.show(body.options) });
};

const getStatus = async (path: string, session?: string) => (await get(path, session)).status;
const age = (id: string, minutes: number) =>
  db
    .updateTable('sessions')
    .set({ factor_at: new Date(Date.now() - minutes * 60_000), authenticated_at: new Date() })
    .where('user_id', '=', id)
    .execute();
/** The texts of the mails with a subject, once there are so many. */
const readMails = (email: string, subject: RegExp, expected = 1) =>
  eventually(async () => {
    const mails = (await harness.mail.getEmails(email)).filter((mail) => subject.test(mail.subject));
    return mails.length >= expected
      ? mails.map(({ text }) => text.replaceAll(/=\r?\n/g, '').replaceAll(/\s+/g, ' '))
      : undefined;
  });

describe('a member of staff with a second factor', () => {
  it('[GUARD-03] is nobody after the password: no staff endpoint, no own page, for five minutes', async () => {
    const staff = await createStaff();
    await addApp(staff.session);
    const { status, error, session } = await login(staff.name);
    expect([status, error]).toEqual([403, 'FACTOR_REQUIRED']);
    for (const path of ['/api/admin/settings', '/api/admin/brands', '/api/admin/audit', '/api/admin/factors'])
      expect((await get(path, session)).body.error, path).toBe('FACTOR_REQUIRED');
    for (const path of ['/api/auth/user', '/api/travellers'])
      expect(await getStatus(path, session), path).toBe(401);
    expect((await get('/api/admin/factor', session)).body).toEqual({
      ...{ factor: 'owed', kinds: ['totp', 'recovery'] },
    });
    await db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 5 * 60_000 - 1000) })
      .where('user_id', '=', staff.id)
      .where('factor_at', 'is', null)
      .execute();
    expect(await getStatus('/api/admin/factor', session)).toBe(401);
  });

  it('[GUARD-03, GUARD-09] gets in with a code of the app, in a new session, and with no code twice', async () => {
    const staff = await createStaff();
    const { secret } = await addApp(staff.session);
    const { session = '' } = await login(staff.name);
    const code = readCode(secret);
    const shown = await show(session, { kind: 'totp', code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(shown.status).toBe(200);
    expect(await getStatus('/api/admin/settings', shown.session)).toBe(200);
    expect(await getStatus('/api/admin/factor', session)).toBe(401);
    const second = await login(staff.name);
    expect((await show(second.session, { kind: 'totp', code })).error).toBe('FACTOR_REFUSED');
    expect((await show(second.session, { kind: 'totp', code: '12345' })).error).toBe('VALIDATION_ERROR');
    expect(await getStatus('/api/admin/settings', second.session)).toBe(403);
  });

  it('[GUARD-09] gets in with a passkey, not with an answer to another challenge, for another site or of a copied key', async () => {
    const staff = await createStaff();
    const { passkey } = await addPasskey(staff.session);
    const { session = '' } = await login(staff.name);
    const { body } = await post('/api/admin/factor/challenge', {}, session);
    const credential = passkey.show(body.options);
    const refused = async (given: object) =>
      (await show(session, { kind: 'passkey', credential: given })).error;
    expect(await refused(passkey.show({ ...body.options, challenge: 'AAAA' }))).toBe('FACTOR_REFUSED');
    // A challenge is answered once, right or wrong.
    expect(await refused(credential)).toBe('FACTOR_REFUSED');
    const stranger = createSoftwarePasskey();
    expect((await showPasskey(session, stranger)).error).toBe('FACTOR_REFUSED');
    const shown = await showPasskey(session, passkey);
    expect(shown.status).toBe(200);
    expect(await getStatus('/api/admin/settings', shown.session)).toBe(200);
    passkey.rewind();
    const { session: next = '' } = await login(staff.name);
    expect((await showPasskey(next, passkey)).error).toBe('FACTOR_REFUSED');
  });

  it('[GUARD-09] makes no passkey for another site', async () => {
    const { session } = await createStaff();
    const phished = await addPasskey(session, createSoftwarePasskey('https://fareline.example.evil'));
    expect([phished.status, phished.body.error]).toEqual([400, 'FACTOR_REFUSED']);
  });

  it('[GUARD-09] gets in with each of ten recovery codes once, and is told by mail', async () => {
    const staff = await createStaff();
    const { body } = await addApp(staff.session);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(body.recoveryCodes![0]).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const code = body.recoveryCodes![3]!;
    const first = await login(staff.name);
    const shown = await show(first.session, { kind: 'recovery', code: code.toUpperCase() });
    expect(shown.status).toBe(200);
    expect((await get('/api/admin/factors', shown.session)).body.recoveryCodesLeft).toBe(9);
    const second = await login(staff.name);
    expect((await show(second.session, { kind: 'recovery', code })).error).toBe('FACTOR_REFUSED');
    await readMails(staff.email, /^A recovery code was used/);
    const replaced = await post('/api/admin/factors/recovery-codes', {}, shown.session);
    expect(replaced.body.recoveryCodes).toHaveLength(10);
    const other = body.recoveryCodes![4]!;
    expect((await show(second.session, { kind: 'recovery', code: other })).error).toBe('FACTOR_REFUSED');
  });

  it('[LIMIT-04] is kept out by ten wrong codes in an hour, but not from a passkey', async () => {
    const staff = await createStaff();
    const app = await addApp(staff.session);
    const { passkey } = await addPasskey(app.session);
    const { session = '' } = await login(staff.name);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await show(session, { kind: 'recovery', code: 'a'.repeat(24) })).status).toBe(400);
    const limited = await show(session, { kind: 'totp', code: readCode(app.secret) });
    expect([limited.status, limited.message]).toEqual([
      429,
      expect.stringMatching(
        /^Too many wrong codes\. Try again in .*, use a passkey, or set a new password\.$/,
      ),
    ]);
    expect((await showPasskey(session, passkey)).status).toBe(200);
  });

  it('[GUARD-07] gets no lasting key from a session that is ended while the request waits', async () => {
    const staff = await createStaff();
    const { session } = await addApp(staff.session);
    const { secret } = await prepare(session);
    const held = await db.startTransaction().execute();
    await held.selectFrom('users').select('id').where('id', '=', staff.id).forUpdate().execute();
    const requests = [
      post('/api/admin/factors/recovery-codes', {}, session),
      post('/api/admin/factors', { kind: 'totp', name: 'Thief', secret, code: readCode(secret, 0) }, session),
      post(
        '/api/auth/change-password',
        { currentPassword: password, newPassword: 'Correct-horse-8' },
        session,
      ),
    ];
    // They have been let in, and wait for the row, one after another.
    const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held);
    await eventually(async () => {
      const { rows } = await sql<{ count: number }>`
        with recursive waiting (pid) as (
          values (${own[0]!.pid}::int)
          union
          select activity.pid from pg_stat_activity activity, waiting
          where waiting.pid = any (pg_blocking_pids(activity.pid))
        ) select count(*)::int - 1 as count from waiting`.execute(db);
      return rows[0]!.count >= requests.length || undefined;
    });
    await held
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', staff.id)
      .execute();
    await held.deleteFrom('factors').where('user_id', '=', staff.id).execute();
    await held.deleteFrom('recovery_codes').where('user_id', '=', staff.id).execute();
    await held.commit().execute();
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([401, 401, 401]);
    for (const table of ['factors', 'recovery_codes'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', staff.id).execute()).toEqual(
        [],
      );
    expect((await login(staff.name)).status).toBe(200);
  });

  it('[LIMIT-04] has entered a right password when the factor is owed, which counts as none that is wrong', async () => {
    const staff = await createStaff();
    await addApp(staff.session);
    for (let tries = 0; tries < 8; tries += 1)
      expect((await login(staff.name)).error, String(tries)).toBe('FACTOR_REQUIRED');
    const reached = db.selectFrom('audit_entries').select('id').where('action', '=', 'sign_in_limit_reached');
    expect(await reached.where('subject', '=', staff.name).execute()).toEqual([]);
  });

  it('[LIMIT-04] has counters of codes of its own at another network, and new ones with a new password', async () => {
    const staff = await createStaff();
    const { body } = await addApp(staff.session);
    const { session = '' } = await login(staff.name);
    const guess = { kind: 'recovery', code: 'a'.repeat(24) };
    for (let tries = 0; tries < 10; tries += 1) await show(session, guess);
    expect((await show(session, guess)).status).toBe(429);
    const headers = { ...sessionCookie(session), 'x-forwarded-for': '198.51.100.7' };
    const elsewhere = await harness.send(
      'POST',
      '/api/admin/factor',
      { kind: 'recovery', code: body.recoveryCodes![0] },
      headers,
    );
    expect(elsewhere.status).toBe(200);
    const token = await insertMailedToken(db, 'password-reset', staff.id);
    await post('/api/auth/reset-password', { token, newPassword: 'Correct-horse-9' });
    const again = await login(staff.name, 'Correct-horse-9');
    expect((await show(again.session, { kind: 'recovery', code: body.recoveryCodes![1] })).status).toBe(200);
  });

  it('[GUARD-03] has nothing left of a sign-in that is given up', async () => {
    const staff = await createStaff();
    await addApp(staff.session);
    const { session } = await login(staff.name);
    await post('/api/auth/logout', {}, session);
    expect(await getStatus('/api/admin/factor', session)).toBe(401);
  });

  it('[GUARD-02] shows it again for what is sensitive 10 minutes later; the password is no substitute', async () => {
    const staff = await createStaff();
    const { secret, session } = await addApp(staff.session);
    await age(staff.id, 11);
    const save = (with_: string) => post('/api/admin/settings', { enableLiveMode: false }, with_);
    expect((await save(session)).body.error).toBe('FACTOR_REQUIRED');
    expect((await post('/api/auth/confirm-password', { password }, session)).status).toBe(200);
    expect((await save(session)).body.error).toBe('FACTOR_REQUIRED');
    expect((await post('/api/admin/login', { password }, session)).body.error).toBe('FACTOR_REQUIRED');
    const shown = await show(session, { kind: 'totp', code: readCode(secret) });
    expect((await save(shown.session!)).status).toBe(200);
  });

  it('[GUARD-09] keeps it through a change and a reset of the password', async () => {
    const staff = await createStaff();
    const { session } = await addApp(staff.session);
    const newPassword = 'Correct-horse-8';
    const changed = await post(
      '/api/auth/change-password',
      { currentPassword: password, newPassword },
      session,
    );
    expect(changed.status).toBe(200);
    expect(await getStatus('/api/admin/settings', changed.session?.value)).toBe(200);
    const token = await insertMailedToken(db, 'password-reset', staff.id);
    expect((await post('/api/auth/reset-password', { token, newPassword: 'Correct-horse-9' })).status).toBe(
      200,
    );
    expect((await login(staff.name, 'Correct-horse-9')).error).toBe('FACTOR_REQUIRED');
  });

  it('[GUARD-09] adds and removes others only with one shown lately, none of another account, and is told', async () => {
    const staff = await createStaff();
    const app = await addApp(staff.session);
    const { session = '' } = await addPasskey(app.session);
    const [first] = (await get('/api/admin/factors', session)).body.factors;
    const remove = (id: string, with_ = session) =>
      harness.send('DELETE', `/api/admin/factors/${id}`, undefined, sessionCookie(with_));
    const other = await createStaff();
    expect((await remove(first.id, other.session)).status).toBe(404);
    await age(staff.id, 11);
    for (const request of [
      remove(first.id),
      post('/api/admin/factors/preparation', {}, session),
      post('/api/admin/factors/recovery-codes', {}, session),
    ])
      expect((await request).body.error).toBe('FACTOR_REQUIRED');
    await age(staff.id, 1);
    expect((await remove(first.id)).status).toBe(200);
    await readMails(staff.email, /^A second factor was removed/);
    await readMails(staff.email, /^A second factor was added/, 2);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('actor_id', '=', staff.id)
      .where('action', 'in', ['factor_added', 'factor_removed'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'factor_added', details: { kind: 'totp', name: 'Phone' } },
      { action: 'factor_added', details: { kind: 'passkey', name: 'Key' } },
      { action: 'factor_removed', details: { kind: 'totp', name: 'Phone' } },
    ]);
  });

  it('[GUARD-03] is told of a device on which the password is entered for the first time', async () => {
    const staff = await createStaff();
    await addApp(staff.session);
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36';
    const from = (agent: string) =>
      harness.send('POST', '/api/auth/login', { username: staff.name, password }, { 'user-agent': agent });
    await from(userAgent);
    await from(userAgent);
    await from(`${userAgent} Edg/150.0.0.0`);
    const mails = await readMails(staff.email, /^Your password was entered on a new device/, 3);
    const devices = mails.map((text) => /It was done with (.*?), from/.exec(text)?.[1]);
    // The first one is the browser of the registration.
    expect(devices.sort()).toEqual(['Another program', 'Chrome on Windows', 'Edge on Windows']);
    expect(
      mails.filter((text) => text.includes('It opens nothing without your second factor.')),
    ).toHaveLength(2);
  });
});

describe('a member of staff without a second factor', () => {
  it('[GUARD-02] works on localhost with a recent password, adds one with it, and then needs it', async () => {
    const { session, id } = await createStaff();
    expect((await get('/api/admin/factors', session)).body).toEqual({
      ...{ factors: [], recoveryCodesLeft: 0, isRequired: false },
    });
    await db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', '=', id)
      .execute();
    expect((await post('/api/admin/factors/preparation', {}, session)).body.error).toBe('PASSWORD_REQUIRED');
    await post('/api/auth/confirm-password', { password }, session);
    const other = (await login(`staff${count}`)).session!;
    const { session: added } = await addApp(session);
    expect(await getStatus('/api/admin/settings', added)).toBe(200);
    // A session of before is like one whose password was just entered.
    expect(await getStatus('/api/admin/settings', other)).toBe(403);
  });

  it('[GUARD-03] is no traveller: a traveller has no second factor', async () => {
    const session = await harness.signIn('traveller');
    expect((await get('/api/admin/factor', session)).status).toBe(403);
    expect((await post('/api/admin/factors/preparation', {}, session)).status).toBe(403);
    expect((await get('/api/admin/factor')).status).toBe(401);
  });
});

describe('a site that is not on this machine', async () => {
  const site = await startSharedHarness({ SITE_ORIGIN: 'https://fares.example' });
  const origin = { origin: 'https://fares.example' };
  const cookie = (session: string | undefined) => ({ ...origin, cookie: `__Host-session=${session}` });
  const send = (path: string, body: object, session?: string) =>
    site.send('POST', path, body, session ? cookie(session) : origin);
  const signIn = async (username: string) => {
    const { body, session } = await send('/api/auth/login', { username, password });
    return { error: body.error, session: session?.value };
  };
  const createSiteStaff = async (username: string) => {
    const names = { firstName: 'Ada', lastName: 'Byron' };
    await send('/api/auth/register', { username, email: `${username}@example.com`, password, ...names });
    const query = site.db.selectFrom('users').select('id').where('username', '=', username);
    const { id } = await query.executeTakeFirstOrThrow();
    await setRole(site.db, id, 'is_support');
    return id;
  };

  it('[GUARD-03] lets in no staff without a second factor, and adds the first one by a link, once', async () => {
    const id = await createSiteStaff('alone');
    const otherId = await createSiteStaff('other');
    const { error, session } = await signIn('alone');
    expect(error).toBe('FACTOR_REQUIRED');
    const prepareWith = (token?: string) => send('/api/admin/factors/preparation', { token }, session);
    expect((await prepareWith()).body.error).toBe('LINK_INVALID');
    const foreign = await insertMailedToken(site.db, 'factor-set-up', otherId);
    expect((await prepareWith(foreign)).body.error).toBe('LINK_INVALID');
    const token = await insertMailedToken(site.db, 'factor-set-up', id);
    const { secret } = (await prepareWith(token)).body;
    const add = (given: string | undefined) =>
      send(
        '/api/admin/factors',
        { kind: 'totp', name: 'Phone', token: given, secret, code: readCode(secret, 0) },
        session,
      );
    expect((await add(undefined)).body.error).toBe('LINK_INVALID');
    const added = await add(token);
    expect(added.status).toBe(200);
    const again = await signIn('alone');
    const second = await send('/api/admin/factors/preparation', { token }, again.session);
    expect(second.body.error).toBe('FACTOR_REQUIRED');
    const { body } = await site.send('GET', '/api/admin/factors', undefined, cookie(added.session?.value));
    expect(body).toMatchObject({ isRequired: true, factors: [{ kind: 'totp' }] });
    const path = `/api/admin/factors/${body.factors[0].id}`;
    const removed = await site.send('DELETE', path, undefined, cookie(added.session?.value));
    expect(removed.body.error).toBe('FACTOR_NEEDED');
  });
});
