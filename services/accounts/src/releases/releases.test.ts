import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagedRelease, ReleaseFile } from '@fareline/contracts';
import { writeCounts } from '@fareline/releases/counts';
import { writeRecord } from '@fareline/releases/record';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { readReleaseTable } from '@fareline/releases/release-table';
import { decodeToken } from '@fareline/service-kit/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionCookie, startHarness, startSharedHarness } from '../testing/harness.ts';

const releases = await mkdtemp(join(tmpdir(), 'managed-releases-'));
const storage = createFolderStorage(releases);
afterAll(() => rm(releases, { recursive: true, force: true }));
const harness = await startSharedHarness({ RELEASES_DIR: releases });
const admin = await harness.signIn('boss', 'correct horse 7', { isAdmin: true });
const user = await harness.signIn('someone');

const routes = [{ path: '/search', screen: 'results' }];
const release = (version: string) => ({
  ...{ version, routes },
  manifest: `/releases/search/${version}/mf-manifest.json`,
});

/** A version with its files. */
async function addVersion(version: string): Promise<void> {
  const folder = join(releases, 'search', version);
  await mkdir(folder, { recursive: true });
  const manifest = {
    metaData: { remoteEntry: { name: 'remoteEntry.js' }, routes },
    ...{ exposes: [], shared: [] },
  };
  await writeFile(join(folder, 'mf-manifest.json'), JSON.stringify(manifest));
  const at = `2026-11-2${version[0]}T10:00:00.000Z`;
  const record = { name: 'search', version, commit: `c0ffee${version[0]}`, by: 'ana', at, files: {} };
  await writeRecord(storage, record);
}

const table: ReleaseFile = {
  search: {
    ...release('2-b'),
    ...{ previous: ['1-a'], count: 3, sources: '' },
    candidate: { ...release('3-c'), audience: { brands: ['sunhop'], percent: 5 } },
    history: [{ version: '3-c', at: '2026-11-23T10:00:00.000Z', action: 'candidate', by: 'ana' }],
  },
};

beforeEach(async () => {
  await rm(join(releases, 'search'), { recursive: true, force: true });
  await rm(join(releases, '.health'), { recursive: true, force: true });
  for (const version of ['1-a', '2-b', '3-c']) await addVersion(version);
  await writeFile(join(releases, 'table.json'), JSON.stringify(table));
});

const list = () => harness.get('/api/admin/releases', admin);
const readSearch = async (): Promise<ManagedRelease> => (await list()).body.frontEnds[0];
const change = async (body: object, revision?: string) =>
  harness.post(
    '/api/admin/releases/search',
    { revision: revision ?? (await readSearch()).revision, ...body },
    admin,
  );
const readEntry = async () => (await readReleaseTable(storage)).search!;
const listAudit = async () =>
  (await harness.get('/api/admin/audit?action=release_changed', admin)).body.entries;

describe('the list of releases', () => {
  it('[ACCESS-01] is for administrators', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/admin/releases', undefined],
      ['POST', '/api/admin/releases/search', { action: 'withdraw', revision: '0123456789abcdef' }],
    ] as const) {
      expect((await harness.send(method, path, body)).status).toBe(401);
      expect((await harness.send(method, path, body, sessionCookie(user))).status).toBe(403);
    }
    expect(await readReleaseTable(storage)).toEqual(table);
  });

  it('has the current version, the candidate with its audience, all versions with their commits, and the history', async () => {
    const { body } = await list();
    expect(body.isManaged).toBe(true);
    expect(body.frontEnds).toHaveLength(1);
    expect(body.frontEnds[0]).toMatchObject({
      ...{ name: 'search', version: '2-b', previous: '1-a' },
      candidate: { version: '3-c', audience: { brands: ['sunhop'], percent: 5 } },
      history: table.search?.history,
    });
    expect(body.frontEnds[0].versions[0]).toEqual({
      ...{ version: '3-c', commit: 'c0ffee3', by: 'ana', at: '2026-11-23T10:00:00.000Z' },
      ...{ views: 0, errors: 0 },
    });
    expect(body.frontEnds[0].versions.map(({ version }: { version: string }) => version)).toEqual([
      ...['3-c', '2-b', '1-a'],
    ]);
  });

  it('adds up what all edges have counted, but not what one wrote that has ended', async () => {
    await writeCounts(storage, 'one-1', { 'search 3-c': { views: 20, errors: 3 } });
    await writeCounts(storage, 'two-1', {
      'search 3-c': { views: 30, errors: 1 },
      'search 2-b': { views: 900, errors: 2 },
    });
    const ended = { at: Date.now() - 120_000, counts: { 'search 3-c': { views: 1000, errors: 1000 } } };
    await writeFile(join(releases, '.health', 'ended-1.json'), JSON.stringify(ended));
    await writeFile(join(releases, '.health', 'broken-1.json'), '{');
    expect((await readSearch()).versions).toMatchObject([
      { version: '3-c', views: 50, errors: 4 },
      { version: '2-b', views: 900, errors: 2 },
      { version: '1-a', views: 0, errors: 0 },
    ]);
  });

  it('leaves out a version that is deleted at this moment', async () => {
    await rm(join(releases, 'search', '1-a', '.release.json'));
    expect((await readSearch()).versions.map(({ version }) => version)).toEqual(['3-c', '2-b']);
  });
});

describe('a change of a release', () => {
  it.each([
    [{ action: 'promote' }, { version: '3-c', previous: ['2-b', '1-a'] }, 'promoted', '3-c'],
    [{ action: 'roll-back' }, { version: '1-a', previous: [] }, 'rolled-back', '1-a'],
    [{ action: 'set', version: '1-a' }, { version: '1-a', previous: ['2-b'] }, 'set', '1-a'],
    [{ action: 'withdraw' }, { version: '2-b', previous: ['1-a'] }, 'withdrawn', '3-c'],
    [
      { action: 'percent', percent: 20 },
      { candidate: { ...release('3-c'), audience: { brands: ['sunhop'], percent: 20 } } },
      ...['candidate', '3-c'],
    ],
  ] as const)(
    '[ACCOUNT-05] %j is made, and is in history and audit trail',
    async (body, entry, action, version) => {
      const response = await change({ ...body, reason: 'Visitors called.' });
      expect(response.status).toBe(200);
      const stored = await readEntry();
      expect(stored).toMatchObject(entry);
      expect('candidate' in stored).toBe(!['promote', 'withdraw'].includes(body.action));
      const event = { version, action, by: 'boss', reason: 'Visitors called.' };
      expect(stored.history[0]).toMatchObject(event);
      expect(response.body.frontEnds[0]).toMatchObject({ version: stored.version, history: [event, {}] });
      expect((await listAudit())[0]).toMatchObject({
        ...{ actor: { name: 'boss' }, subject: 'search' },
        details: { action: body.action, current: '2-b', version, reason: 'Visitors called.' },
      });
    },
  );

  it('is refused with a sentence when the table has changed meanwhile, so that it is made once', async () => {
    const { revision } = await readSearch();
    const before = (await listAudit()).length;
    const responses = await Promise.all([1, 2, 3].map(() => change({ action: 'roll-back' }, revision)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = await change({ action: 'withdraw' }, revision);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      ...[409, 'RELEASE_REFUSED'],
      'The releases of search have changed meanwhile. Look at them again.',
    ]);
    expect((await readEntry()).candidate?.version).toBe('3-c');
    expect(await listAudit()).toHaveLength(before + 1);
  });

  it.each([
    [{ action: 'set', version: '9-x' }, 409, 'The files of search 9-x are missing.'],
    [{ action: 'set', version: '../x' }, 400, 'Invalid input'],
    [{ action: 'percent', percent: 0 }, 400, undefined],
    [{ action: 'percent', percent: 101 }, 400, undefined],
    [{ action: 'percent', percent: 0.05 }, 400, undefined],
  ])('%j is refused and changes nothing', async (body, status, message) => {
    const before = (await listAudit()).length;
    const response = await change(body);
    expect(response.status).toBe(status);
    if (status === 409) expect(response.body.message).toBe(message);
    expect(await readReleaseTable(storage)).toEqual(table);
    expect(await listAudit()).toHaveLength(before);
  });

  it.each(['promote', 'withdraw', 'percent'])('%s is refused without a candidate', async (action) => {
    await change({ action: 'withdraw' });
    const response = await change({ action, percent: 10 });
    expect([response.status, response.body.message]).toEqual([409, 'search has no candidate any more.']);
  });

  it('is refused for a front end that does not exist, also by a name that every object has', async () => {
    for (const name of ['other', 'constructor']) {
      const body = { action: 'withdraw', revision: '0123456789abcdef' };
      const response = await harness.post(`/api/admin/releases/${name}`, body, admin);
      expect([response.status, response.body.message]).toEqual([409, `There is no front end "${name}".`]);
    }
  });

  it('[ACCOUNT-06] needs a password of the last ten minutes', async () => {
    const session = await harness.signIn('late', 'correct horse 7', { isAdmin: true });
    await harness.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 600_000) })
      .where('id', '=', String(decodeToken(session).claims.jti))
      .execute();
    const { revision } = await readSearch();
    const response = await harness.post(
      '/api/admin/releases/search',
      { action: 'promote', revision },
      session,
    );
    expect([response.status, response.body.error]).toEqual([403, 'PASSWORD_REQUIRED']);
    expect(await readReleaseTable(storage)).toEqual(table);
  });
});

it('releases are not managed by a service without their folder', async () => {
  const other = await startHarness();
  try {
    const session = await other.signIn('boss', 'correct horse 7', { isAdmin: true });
    expect((await other.get('/api/admin/releases', session)).body).toEqual({
      isManaged: false,
      frontEnds: [],
    });
    const body = { action: 'withdraw', revision: '0123456789abcdef' };
    const response = await other.post('/api/admin/releases/search', body, session);
    expect([response.status, response.body.message]).toEqual([409, 'Releases are not managed here.']);
  } finally {
    await other.stop();
  }
});
