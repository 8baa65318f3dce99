import { userInfo } from 'node:os';
import { listAuditEntries, listContactCases, recordAuditEvent } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertMailedToken } from '../users/mailed-token.repository.ts';
import { purgeHandler } from '../maintenance/purge.job.ts';
import { rotateSessionKeys } from '../sessions/session-key.repository.ts';
import { origin, sessionCookie, sessionKeySecret, startSharedHarness } from '../testing/harness.ts';
import { findByUsername } from '../users/user.repository.ts';
import { insertAuditEntry } from './audit.repository.ts';

const password = 'correct horse 7';
const harness = await startSharedHarness({ PASSWORD_ATTEMPTS_PER_ACCOUNT: '3' });
const admin = await harness.signIn('boss', password, { isAdmin: true });
const newPassword = 'Violet-Harbour-42!';

const list = (query: Record<string, string> = {}, session: string | undefined = admin) =>
  harness.get(`${listAuditEntries.path}?${new URLSearchParams(query).toString()}`, session);

/** The entries about a user or from them, oldest first. */
async function readEntries(text: string): Promise<Record<string, unknown>[]> {
  const { body } = await list({ text });
  return body.entries.toReversed();
}
const readActions = async (text: string) => (await readEntries(text)).map(({ action }) => action);

const getUserId = async (username: string) => (await findByUsername(harness.db, username))?.id ?? '';

describe('the audit trail', () => {
  it('[ACCOUNT-05] has registration, sign-in, confirmation of the password and sign-out, with actor, IP address and request', async () => {
    const session = await harness.signIn('visible');
    await harness.send(
      'POST',
      '/api/auth/confirm-password',
      { password },
      {
        ...sessionCookie(session),
        'x-forwarded-for': '198.51.100.7',
        'x-request-id': 'request-of-the-test',
      },
    );
    await harness.post('/api/auth/logout', {}, session);
    await harness.post('/api/auth/logout', {}, session);
    const entries = await readEntries('visible');
    expect(entries.map(({ action }) => action)).toEqual([
      'registered',
      'signed_in',
      'password_confirmed',
      'signed_out',
    ]);
    const id = await getUserId('visible');
    expect(entries[2]).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'password_confirmed',
      actor: { kind: 'user', id, name: 'visible' },
      subject: 'visible',
      details: {},
      ipAddress: '198.51.100.7',
      requestId: 'request-of-the-test',
    });
  });

  it('[ACCOUNT-05] has the sign-in of a guest after their booking, with the IP address of the browser', async () => {
    const booking = { booking_id: 'booking-7', email: 'guest@example.com', origin, with_credentials: true };
    const { body } = await harness.postInternal('/internal/guest-accounts', {
      ...booking,
      ...{ first_name: 'Gil', last_name: 'Est', ip_address: '198.51.100.8' },
    });
    expect(await readEntries(body.username)).toMatchObject([
      { action: 'registered', actor: { kind: 'system' } },
      {
        action: 'signed_in',
        actor: { kind: 'user', id: body.user_id, name: body.username },
        details: { booking: 'booking-7' },
        ipAddress: '198.51.100.8',
      },
    ]);
    await harness.postInternal('/internal/guest-accounts', {
      ...booking,
      ...{ first_name: 'Gil', last_name: 'Est' },
    });
    expect(await readActions(body.username)).toEqual(['registered', 'signed_in']);
  });

  it('[ACCOUNT-05] has the first verification of an email address', async () => {
    await harness.signIn('verified');
    const id = await getUserId('verified');
    for (let link = 0; link < 2; link += 1) {
      const token = await insertMailedToken(harness.db, 'email-verification', id);
      expect((await harness.post('/api/auth/verify-email', { token })).status).toBe(200);
    }
    expect(await readEntries('verified')).toMatchObject([
      { action: 'registered' },
      { action: 'signed_in' },
      { action: 'email_verified', actor: { kind: 'user', id, name: 'verified' }, ipAddress: '127.0.0.1' },
    ]);
  });

  it('[ACCOUNT-05] has one entry when wrong passwords reach the limit of an account, and none for unknown names', async () => {
    await harness.signIn('attacked');
    for (const username of ['attacked', 'my password by mistake'])
      await Promise.all(
        Array.from({ length: 8 }, () => harness.post('/api/auth/login', { username, password: 'wrong' })),
      );
    const session = await harness.signIn('hijacked');
    for (let attempt = 0; attempt < 5; attempt += 1)
      await harness.post('/api/auth/confirm-password', { password: 'wrong' }, session);
    expect(await readActions('hijacked')).toEqual(['registered', 'signed_in', 'sign_in_limit_reached']);
    const entries = await readEntries('attacked');
    expect(entries.map(({ action }) => action)).toEqual(['registered', 'signed_in', 'sign_in_limit_reached']);
    expect(entries[2]).toMatchObject({
      actor: { kind: 'system', id: null, name: 'system' },
      subject: 'attacked',
    });
    expect(await readActions('mistake')).toEqual([]);
  });

  it('[ACCOUNT-05] has the change and the reset of a password, and neither the password nor the token', async () => {
    const session = await harness.signIn('renewer');
    const body = { currentPassword: password, newPassword };
    await harness.post('/api/auth/change-password', body, session);
    const token = await insertMailedToken(harness.db, 'password-reset', await getUserId('renewer'));
    await harness.post('/api/auth/reset-password', { token, newPassword: 'Another-Harbour-43!' });
    expect(await readActions('renewer')).toEqual([
      'registered',
      'signed_in',
      'password_changed',
      'email_verified',
      'password_reset',
    ]);
    const rows = JSON.stringify(await harness.db.selectFrom('audit_entries').selectAll().execute());
    for (const secret of [password, newPassword, token]) expect(rows).not.toContain(secret);
  });

  it('[ACCOUNT-05] has the switch of the mode with the old and the new one', async () => {
    await harness.post('/api/admin/settings', { enableLiveMode: true }, admin);
    await harness.post('/api/admin/settings', { enableLiveMode: false }, admin);
    const entries = (await list({ action: 'mode_switched' })).body.entries.toReversed();
    expect(entries).toMatchObject([
      { actor: { kind: 'user', name: 'boss' }, details: { mode: { from: 'test', to: 'live' } } },
      { actor: { kind: 'user', name: 'boss' }, details: { mode: { from: 'live', to: 'test' } } },
    ]);
  });

  it('[ACCOUNT-05] has created and saved brands with the changed fields, and prices with old and new values', async () => {
    const save = (change: object) =>
      harness.send(
        'PUT',
        '/api/admin/brands/sky',
        { ...defaultBrand, id: 'sky', domain: 'sky.example', pricing: { markupPercent: 10 }, ...change },
        sessionCookie(admin),
      );
    await save({});
    await save({ name: 'Skylark', pricing: { markupPercent: 12.5 } });
    const invalid = await save({ domain: 'sunhop.example' });
    expect(invalid.status).toBe(400);
    const entries = await readEntries('sky');
    expect(entries).toMatchObject([
      { action: 'brand_created', details: { 'pricing.markupPercent': { from: null, to: 10 } } },
      {
        action: 'brand_saved',
        details: {
          changed: ['name', 'pricing.markupPercent'],
          'pricing.markupPercent': { from: 10, to: 12.5 },
        },
      },
    ]);
    expect(entries).toHaveLength(2);
  });

  it('[ACCOUNT-05] has the rotation of the signing key by an operator', async () => {
    await harness.db
      .updateTable('session_keys')
      .set({ created_at: new Date(0) } as never)
      .execute();
    const rotation = await rotateSessionKeys(harness.db, sessionKeySecret);
    expect((await list({ action: 'signing_key_rotated' })).body.entries).toMatchObject([
      {
        actor: { kind: 'operator', id: null, name: 'operator' },
        subject: 'kid' in rotation ? rotation.kid : '',
        details: { systemUser: userInfo().username },
        ipAddress: null,
      },
    ]);
  });

  it('[GUARD-13] has who read its own pages, and those of contact cases, without what was searched for', async () => {
    const session = await harness.signIn('curious', password, { isAdmin: true });
    const queries: Record<string, string>[] = [
      ...[{}, {}, { text: 'Suspect' }],
      { text: 'suspect', action: 'signed_in' },
    ];
    for (const query of queries) expect((await list(query, session)).status).toBe(200);
    expect((await harness.get(`${listContactCases.path}?status=closed`, session)).status).toBe(200);
    const read = { action: 'list_read', actor: { kind: 'user', name: 'curious' }, ipAddress: '127.0.0.1' };
    const entries = (await readEntries('curious')).filter(({ action }) => action === 'list_read');
    const hash = { 'text (hash)': expect.stringMatching(/^[\w-]{22}$/) };
    expect(entries).toMatchObject([
      { ...read, subject: 'Audit trail', details: {} },
      { ...read, subject: 'Audit trail', details: hash },
      { ...read, subject: 'Audit trail', details: { ...hash, action: 'signed_in' } },
      { ...read, subject: 'What messages ask support to do', details: { status: 'closed' } },
    ]);
    // The same term has the same hash.
    expect(entries[2]?.details).toEqual({ ...(entries[1]?.details as object), action: 'signed_in' });
  });

  it('[ACCOUNT-05] has no entry of an action that failed', async () => {
    await harness.signIn('undone');
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      harness.db,
    );
    await sql`create trigger refuse before insert on sessions for each row execute function refuse()`.execute(
      harness.db,
    );
    const { status } = await harness.post('/api/auth/login', { username: 'undone', password });
    await sql`drop function refuse cascade`.execute(harness.db);
    expect(status).toBe(500);
    expect(await readActions('undone')).toEqual(['registered', 'signed_in']);
  });

  it('[ACCOUNT-05] is not changed by the database, and loses only entries of more than two years ago', async () => {
    const entry = { action: 'signed_in' as const, actor: 'system' as const };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await insertAuditEntry(harness.db, { ...entry, subject: 'ancient', at: daysAgo(2 * 366) });
    await insertAuditEntry(harness.db, { ...entry, subject: 'old', at: daysAgo(700) });
    const changes = [
      sql`update audit_entries set subject = 'nobody' where subject = 'old'`,
      sql`delete from audit_entries where subject = 'old'`,
      sql`truncate audit_entries`,
    ];
    for (const change of changes)
      await expect(change.execute(harness.db)).rejects.toThrow('audit entries cannot be changed');
    await purgeHandler(harness).run({});
    expect((await readEntries('ancient')).length).toBe(0);
    expect((await readEntries('old')).length).toBe(1);
  });
});

describe('the list of the audit trail', () => {
  it('[ACCOUNT-05] has 50 entries a page, newest first, each once, also with equal times', async () => {
    const at = new Date(Date.now() - 86_400_000);
    for (let index = 0; index < 120; index += 1)
      await insertAuditEntry(harness.db, {
        action: 'signed_in',
        actor: 'system',
        subject: `paged-${index}`,
        at,
      });
    const pages = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Awaited<ReturnType<typeof list>> = await list({
        text: 'paged-',
        ...(cursor ? { cursor } : {}),
      });
      pages.push(body.entries.map(({ subject }: { subject: string }) => subject));
      cursor = body.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, index) => `paged-${119 - index}`));
  });

  it('[ACCOUNT-05] is filtered by action, and by text in actor or subject, in which % and _ are letters', async () => {
    await harness.signIn('under_score');
    await harness.signIn('underXscore');
    expect(await readActions('DER_SCORE')).toEqual(['registered', 'signed_in']);
    expect(await readActions('%')).toEqual([]);
    const { body } = await list({ text: 'under', action: 'registered' });
    expect(body.entries.map(({ subject }: { subject: string }) => subject)).toEqual([
      'underxscore',
      'under_score',
    ]);
    expect((await list({ action: 'everything' })).status).toBe(400);
    expect((await list({ cursor: "1' or true" })).status).toBe(400);
  });
});

describe('an action of another service', () => {
  const createEvent = (change: object = {}) => ({
    event_id: crypto.randomUUID(),
    at: '2026-11-20T10:00:00.000Z',
    action: 'refund_paid',
    actor: 'system',
    user_id: null,
    subject: 'ZX81QL',
    details: { amount: '120.00', currency: 'USD' },
    ip_address: null,
    request_id: 'request-of-payments',
    ...change,
  });

  it('[ACCOUNT-05] is recorded once for repeated requests', async () => {
    const event = createEvent();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => harness.postInternal(recordAuditEvent.path, event)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await readEntries('ZX81QL')).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-20T10:00:00.000Z',
        action: 'refund_paid',
        actor: { kind: 'system', id: null, name: 'system' },
        subject: 'ZX81QL',
        details: { amount: '120.00', currency: 'USD', user: null },
        ipAddress: null,
        requestId: 'request-of-payments',
      },
    ]);
  });

  it('[ACCOUNT-05] names the user, also when the account no longer exists', async () => {
    await harness.signIn('flyer');
    const user_id = await getUserId('flyer');
    const deleted = crypto.randomUUID();
    const action = 'cancellation_accepted';
    for (const change of [
      { user_id, actor: 'user', action, subject: 'FLYER1' },
      { user_id, subject: 'FLYER1' },
      { user_id: deleted, actor: 'user', action, subject: 'FLYER2' },
    ])
      await harness.postInternal(recordAuditEvent.path, createEvent(change));
    expect(await readEntries('FLYER1')).toMatchObject([
      { actor: { kind: 'user', name: 'flyer' }, details: { user: 'flyer' } },
      { actor: { kind: 'system' }, details: { user: 'flyer' } },
    ]);
    expect(await readEntries('FLYER2')).toMatchObject([
      { actor: { kind: 'system' }, details: { user: deleted } },
    ]);
  });
});
