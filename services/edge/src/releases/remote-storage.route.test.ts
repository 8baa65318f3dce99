import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { releaseFormat, type Release, type ReleaseEvent, type ReleaseFile } from '@fareline/contracts';
import { readReleaseTable, updateReleaseTable } from '@fareline/releases/release-table';
import {
  contentHashHeader,
  createRemoteStorage,
  formatSignedRequest,
  nonceHeader,
  remoteStoragePath,
  signatureHeader,
  timestampHeader,
} from '@fareline/releases/remote-storage';
import {
  createSignature,
  exportPublicKey,
  hashContent,
  hashFiles,
  writeSignedRecord,
} from '@fareline/releases/signature';
import { readFiles, type ReleaseStorage } from '@fareline/releases/storage';
import {
  maxEvents,
  promote,
  removeRelease,
  rollBack,
  setCandidate,
  setCurrent,
  withEvent,
} from '@fareline/releases/versions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEdge } from '../app.ts';
import { readConfig } from '../config.ts';
import { sampleTable, startHarness, writeTable, type Harness } from '../testing/harness.ts';

const createKey = () => generateKeyPairSync('ed25519').privateKey;
const [searchKey, bookingKey, platformKey, foreignKey] = [createKey(), createKey(), createKey(), createKey()];

/** The edge has to know its port, which is signed, before it listens. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let harness: Harness;
let url: string;
let search: Required<ReleaseStorage>;
let platform: Required<ReleaseStorage>;
beforeAll(async () => {
  const keys = Object.entries({ search: searchKey, booking: bookingKey, '*': platformKey });
  const port = await findFreePort();
  harness = await startHarness({
    SITE_ORIGIN: `https://fares.example,http://127.0.0.1:${port}`,
    RELEASE_KEYS: keys.map(([name, key]) => `${name}=${exportPublicKey(key)}`).join(','),
  });
  url = await harness.app.listen({ port, host: '127.0.0.1' });
  search = createRemoteStorage(url, searchKey);
  platform = createRemoteStorage(url, platformKey);
  for (const folder of ['.maps/booking/1-a', '.maps/search/1-b'])
    await mkdir(join(harness.dir, folder), { recursive: true });
  await writeFile(join(harness.dir, '.maps/booking/1-a/page.js.map'), 'sources');
  await writeFile(join(harness.dir, '.maps/search/1-b/page.js.map'), 'sources');
});
afterAll(() => harness.stop());

describe('a request of a pipeline', () => {
  const now = () => String(Date.now());

  interface Changes {
    method?: 'PUT' | 'DELETE';
    query?: string;
    host?: string;
    signedHost?: string;
    signedQuery?: string;
    signedBody?: string;
    timestamp?: string;
  }

  function sign(
    key: KeyObject,
    {
      method = 'PUT',
      query = 'key=search/9-z/page.js',
      host = 'fares.example',
      signedHost = 'fares.example',
      signedQuery,
      signedBody,
      timestamp = now(),
    }: Changes = {},
  ) {
    const nonce = randomUUID();
    const body = method === 'PUT' ? 'page' : '';
    const contentHash = hashContent(signedBody ?? body);
    const signed = {
      ...{ method, host: signedHost, nonce },
      url: `${remoteStoragePath}?${signedQuery ?? query}`,
      timestamp,
      contentHash,
    };
    return {
      method,
      url: `${remoteStoragePath}?${query}`,
      headers: {
        host,
        ...(body && { 'content-type': 'application/octet-stream' }),
        [timestampHeader]: timestamp,
        [nonceHeader]: nonce,
        [contentHashHeader]: contentHash,
        [signatureHeader]: createSignature(formatSignedRequest({ ...signed, ifTag: undefined }), key),
      },
      ...(body && { body }),
    };
  }

  const send = (key: KeyObject, changes?: Changes) => harness.app.inject(sign(key, changes));

  it.each([
    ['with a key that no team has', () => send(foreignKey)],
    ['signed for another object', () => send(searchKey, { signedQuery: 'key=search/9-z/other.js' })],
    ['signed for another content', () => send(searchKey, { signedBody: 'other' })],
    ['signed ten minutes ago', () => send(searchKey, { timestamp: String(Date.now() - 600_000) })],
    ['signed a minute from now', () => send(searchKey, { timestamp: String(Date.now() + 60_000) })],
    ['signed for another site', () => send(searchKey, { signedHost: 'other.example' })],
    [
      'signed for another site, which passes it on with its own name',
      () => send(searchKey, { signedHost: 'other.example', host: 'other.example' }),
    ],
    ['signed for another port', () => send(searchKey, { signedHost: 'fares.example:8443' })],
    ['signed at no time', () => send(searchKey, { timestamp: '' })],
    ['without a signature', () => harness.app.inject(`${remoteStoragePath}?key=table.json`)],
  ])('%s is not authenticated', async (_case, request) => {
    expect((await request()).statusCode).toBe(401);
    expect(await search.read('search/9-z/page.js')).toBeUndefined();
  });

  it.each(['search/../booking/1-a/page.js', '/etc/passwd', 'search/./x', '..', 'search//../x', ''])(
    'for %j is no request for an object',
    async (key) => {
      const { statusCode } = await send(platformKey, { query: new URLSearchParams({ key }).toString() });
      expect(statusCode).toBe(400);
    },
  );

  it.each([
    ['a little ahead', 20_000],
    ['late', -240_000],
  ])('signed by a clock that is %s is taken', async (_case, ms) => {
    const { statusCode } = await send(searchKey, { timestamp: String(Date.now() + ms) });
    expect(statusCode).toBe(204);
    await search.remove(['search/9-z/page.js']);
  });

  it('that writes or deletes is taken once, by whichever edge of the site', async () => {
    const other = await buildEdge(readConfig(harness.env));
    const [write, deletion] = [sign(searchKey), sign(searchKey, { method: 'DELETE' })];
    try {
      expect((await harness.app.inject(write)).statusCode).toBe(204);
      expect((await other.inject(deletion)).statusCode).toBe(204);
      for (const edge of [harness.app, other]) {
        const again = await edge.inject(write);
        expect([again.statusCode, again.json()]).toMatchObject([
          403,
          { message: 'This request was made before.' },
        ]);
      }
      expect(await search.read('search/9-z/page.js')).toBeUndefined();
      await search.write('search/9-z/page.js', 'new');
      expect((await harness.app.inject(deletion)).statusCode).toBe(403);
      expect((await search.read('search/9-z/page.js'))?.body.toString()).toBe('new');
    } finally {
      await search.remove(['search/9-z/page.js']);
      await other.close();
    }
  });

  it('is forgotten when a recorded one would be too old', async () => {
    await search.write('search/9-z/page.js', 'page');
    const listTaken = async () => (await platform.list('.requests/')).map(({ key }) => key);
    const taken = await listTaken();
    const hourAgo = Date.now() / 1000 - 3600;
    for (const key of taken) await utimes(join(harness.dir, key), hourAgo, hourAgo);
    await writeTable(harness.dir, sampleTable);
    await updateReleaseTable(search, (table) => void (table.search!.sources = 'new'));
    const left = await listTaken();
    expect(left).toHaveLength(1);
    expect(taken).not.toContain(left[0]);
    await search.remove(['search/9-z/page.js']);
  });

  it('reads, writes, lists and deletes what its team owns', async () => {
    const bytes = Buffer.from([0, 255, 10]);
    await search.write('search/9-z/font.woff2', bytes);
    await search.write('.maps/search/9-z/page.js.map', 'sources');
    const found = await search.read('search/9-z/font.woff2');
    expect(found?.body.equals(bytes)).toBe(true);
    expect(await search.getTag('search/9-z/font.woff2')).toBe(found?.tag);
    expect(await search.writeIf('search/9-z/font.woff2', 'new', 'other')).toBe(false);
    expect(await search.writeIf('search/9-z/font.woff2', 'new', found?.tag)).toBe(true);
    expect(await search.writeIf('.numbers/search/9', 'mine', undefined)).toBe(true);
    expect(await search.writeIf('.numbers/search/9', 'mine', undefined)).toBe(false);
    expect([...(await readFiles(search, 'search/9-z/')).keys()]).toEqual(['font.woff2']);
    await search.remove(['search/9-z/font.woff2', '.maps/search/9-z/page.js.map', 'search/9-z/none']);
    expect(await search.list('search/9-z/')).toEqual([]);
    expect(await search.getTag('search/9-z/font.woff2')).toBeUndefined();
  });

  it.each([
    'booking/1-a/page.js',
    '.maps/booking/1-a/page.js.map',
    '.numbers/booking/1',
    'services.json',
    '.health/x',
  ])('of one team writes and deletes nothing at %s', async (key) => {
    await expect(search.write(key, 'mine')).rejects.toThrow('This key may not write that.');
    await expect(search.writeIf(key, 'mine', undefined)).rejects.toThrow('This key may not write that.');
    await expect(search.remove([key])).rejects.toThrow('This key may not delete that.');
    await expect(search.remove(['search/1-b/none', key])).rejects.toThrow('This key may not delete that.');
  });

  it('says what is too large, and what is no place for an object', async () => {
    await search.write('search/9-z/page.js', Buffer.alloc(16 * 1024 * 1024));
    for (const [key, size, message] of [
      [
        'search/9-z/large.js',
        20 * 1024 * 1024,
        '(413): The body has 20480 KB. The edge takes at most 16384 KB.',
      ],
      ['search/9-z', 1, '(400): search/9-z is a folder, or below a file.'],
      ['search/9-z/page.js/more', 1, '(400): search/9-z/page.js/more is a folder, or below a file.'],
    ] as const) {
      await expect(search.write(key, Buffer.alloc(size))).rejects.toThrow(message);
      await search.remove([key]);
    }
    expect((await readFiles(search, 'search/9-z/')).get('page.js')).toHaveLength(16 * 1024 * 1024);
    await search.remove(['search/9-z/page.js']);
  });

  it('learns which front ends its key may release', async () => {
    expect(await search.listNames()).toEqual(['search']);
    expect(await platform.listNames()).toEqual(['*']);
    await expect(createRemoteStorage(url, foreignKey).listNames()).rejects.toThrow(
      'does not accept this key (RELEASE_KEY)',
    );
  });

  it('reads no sources of another team', async () => {
    await expect(search.read('.maps/booking/1-a/page.js.map')).rejects.toThrow('This key may not read that.');
    const maps = (await search.list('.maps/')).map(({ key }) => key);
    expect(maps).toEqual(['.maps/search/1-b/page.js.map']);
    expect((await platform.list('.maps/')).map(({ key }) => key)).toContain('.maps/booking/1-a/page.js.map');
  });
});

describe('the table', () => {
  const manifestOf = (version: string) => `/releases/search/${version}/mf-manifest.json`;
  const change = (storage: ReleaseStorage, edit: (table: ReleaseFile) => void) =>
    updateReleaseTable(storage, edit);

  /** A version of search, with its files when a key signs it. */
  async function writeVersion(
    version: string,
    key: KeyObject | undefined,
    routes = sampleTable.search!.routes,
  ): Promise<Release> {
    const metaData = { format: releaseFormat, remoteEntry: { name: `${version}.js` }, routes };
    const manifest = JSON.stringify({ name: 'fareline_search', metaData, exposes: [], shared: [] });
    if (key) {
      await platform.write(`search/${version}/mf-manifest.json`, manifest);
      const files = hashFiles(new Map([['mf-manifest.json', Buffer.from(manifest)]]));
      const record = { name: 'search', version, commit: 'c0ffee', by: 'ana', at: new Date().toISOString() };
      await writeSignedRecord(platform, { ...record, files }, key);
    }
    return { version, manifest: manifestOf(version), routes };
  }

  it('is changed in its own entry only', async () => {
    await writeTable(harness.dir, sampleTable);
    await change(search, (table) => void (table.search!.sources = 'new'));
    expect((await readReleaseTable(search)).search?.sources).toBe('new');
    for (const edit of [
      (table: ReleaseFile) => void (table.account!.sources = 'new'),
      (table: ReleaseFile) => void delete table.shell,
      (table: ReleaseFile) => void (table.other = { ...table.search! }),
    ])
      await expect(change(search, edit)).rejects.toThrow('This key may not release');
    await change(platform, (table) => void (table.account!.sources = 'new'));
    expect((await readReleaseTable(search)).account?.sources).toBe('new');
  });

  it('gets no path of another front end, of which none is signed', async () => {
    await writeTable(harness.dir, sampleTable);
    const routes = [...sampleTable.search!.routes, { path: '/my-trips', screen: 'mine' }];
    const unsigned = { ...(await writeVersion('8-w', searchKey)), routes };
    const signed = await writeVersion('8-v', searchKey, routes);
    const removed = { version: 'removed', manifest: '/releases/search/removed/mf-manifest.json' };
    for (const [edited, message] of [
      [{ routes }, 'are not those of its manifest'],
      [unsigned, 'are not those of its manifest'],
      [signed, '/my-trips is also /my-trips of account'],
      [{ ...removed, routes }, 'are not those of its manifest'],
      [{ ...removed, manifest: 'http://evil.example/x.json' }, 'is not the manifest of search removed'],
    ] as const) {
      const asCurrent = (table: ReleaseFile) => void Object.assign(table.search!, edited);
      await expect(change(search, asCurrent)).rejects.toThrow(message);
    }
    for (const release of [unsigned, signed, { ...signed, ...removed }])
      await expect(
        change(
          search,
          (table) => void (table.search!.candidate = { ...release, audience: { percent: 100 } }),
        ),
      ).rejects.toThrow(/not those of its manifest|is also|cannot be a candidate/);
    expect(await readReleaseTable(search)).toEqual(sampleTable);
    await removeRelease(search, 'search', { by: 'ana' });
    expect((await readReleaseTable(search)).search?.version).toBe('removed');
    await writeTable(harness.dir, sampleTable);
  });

  it.each([
    ['has no files', undefined],
    ['is signed by another team', bookingKey],
  ])('gets no current version or candidate that %s', async (_case, key) => {
    await writeTable(harness.dir, sampleTable);
    const release = await writeVersion('8-x', key);
    const message = key
      ? 'not signed by a key that may release search'
      : 'The files of search 8-x are missing.';
    for (const edit of [
      (table: ReleaseFile) => void Object.assign(table.search!, release),
      (table: ReleaseFile) => void (table.search!.candidate = { ...release, audience: {} }),
    ])
      await expect(change(search, edit)).rejects.toThrow(message);
    expect(await readReleaseTable(search)).toEqual(sampleTable);
  });

  it('gets a version that its team signed, but not with the manifest of another one', async () => {
    await writeTable(harness.dir, sampleTable);
    const release = await writeVersion('8-y', searchKey);
    const foreign = { ...release, manifest: sampleTable.account!.manifest };
    await expect(change(search, (table) => void Object.assign(table.search!, foreign))).rejects.toThrow(
      'is not the manifest of search 8-y.',
    );
    await setCandidate(search, 'search', '8-y', {}, { by: 'ana' });
    await setCurrent(search, 'search', '8-y', { by: 'ana' });
    expect((await readReleaseTable(search)).search).toMatchObject(release);
  });

  it('keeps the history: each change adds its event, with the name of the key and the time of the edge', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const first = await writeVersion('8-q', searchKey);
    const history: ReleaseEvent[] = [{ version: '8-q', at, action: 'released', by: 'bea' }];
    await writeTable(harness.dir, { ...sampleTable, search: { ...sampleTable.search, ...first, history } });
    await writeVersion('8-s', searchKey);
    await setCandidate(search, 'search', '8-s', {}, { by: 'root' });
    await change(search, (table) => {
      const { candidate: _, ...entry } = table.search!;
      table.search = withEvent(entry, { action: 'withdrawn', version: '8-s' }, { by: 'root' });
      table.search.history[0]!.at = '2020-01-01T00:00:00.000Z';
    });
    await setCurrent(search, 'search', '8-s', { by: 'root' });
    await rollBack(search, 'search', { by: 'root' });
    await setCandidate(platform, 'search', '8-s', {}, { by: 'root', reason: 'again' });
    await promote(platform, 'search', { by: 'root' });
    const stored = (await readReleaseTable(platform)).search!.history;
    expect(stored).toMatchObject([
      { action: 'promoted', version: '8-s', by: 'root', team: '*' },
      { action: 'candidate', version: '8-s', team: '*', reason: 'again' },
      { action: 'rolled-back', version: '8-q', from: '8-s', by: 'root', team: 'search' },
      { action: 'set', version: '8-s', team: 'search' },
      { action: 'withdrawn', version: '8-s', team: 'search', at: expect.stringMatching(/^(?!2020)/) },
      { action: 'candidate', version: '8-s', by: 'root', team: 'search' },
      { version: '8-q', at, action: 'released', by: 'bea' },
    ]);
  });

  it.each<[string, (entry: ReleaseFile[string]) => void]>([
    ['an event less', ({ history }) => void history.pop()],
    ['an event with another author', ({ history }) => void (history[0]!.by = 'bea')],
    ['two new events', ({ history }) => void history.unshift(history[0]!, history[0]!)],
    [
      'a release without an event',
      (entry) => void Object.assign(entry, { version: '8-r', manifest: manifestOf('8-r') }),
    ],
    ...(['rolled-back', 'candidate', 'withdrawn', 'promoted', 'removed'] as const).map(
      (action): [string, (entry: ReleaseFile[string]) => void] => [
        `a release that is said to be ${action}`,
        (entry) => {
          const { history } = withEvent(entry, { action, version: '8-r' }, { by: 'ana' });
          Object.assign(entry, { version: '8-r', manifest: manifestOf('8-r'), history });
        },
      ],
    ),
    [
      'a release that brings a candidate with it',
      (entry) => {
        const { history } = withEvent(entry, { action: 'set', version: '8-r' }, { by: 'ana' });
        const candidate = { version: '8-s', manifest: manifestOf('8-s'), routes: entry.routes, audience: {} };
        Object.assign(entry, { version: '8-r', manifest: manifestOf('8-r'), history, candidate });
      },
    ],
  ])('keeps the history: %s is refused', async (_case, edit) => {
    for (const version of ['8-r', '8-s']) await writeVersion(version, searchKey);
    const at = new Date().toISOString();
    const history: ReleaseEvent[] = ['ana', 'eva'].map((by) => ({
      ...{ version: '1-b', at, by },
      action: 'set',
    }));
    const table = { ...sampleTable, search: { ...sampleTable.search!, previous: ['0-x'], history } };
    await writeTable(harness.dir, table);
    await expect(change(search, ({ search: entry }) => edit(entry!))).rejects.toThrow(
      /The (history|entry) of search is not (the stored one|what its event)/,
    );
    expect(await readReleaseTable(search)).toEqual(table);
  });

  type Edit = (entry: ReleaseFile[string]) => void;
  const addEvent =
    (event: Pick<ReleaseEvent, 'action' | 'version' | 'from'>, edit: Edit = () => {}): Edit =>
    (entry) => {
      edit(entry);
      Object.assign(entry, withEvent(entry, event, { by: 'ana' }));
    };
  const { routes } = sampleTable.search!;
  const toRelease = (version: string) => ({ version, manifest: manifestOf(version), routes });

  it.each<[string, Edit]>([
    ...(['released', 'set', 'promoted', 'rolled-back', 'removed'] as const).map((action): [string, Edit] => [
      `${action} of what is current`,
      addEvent({ action, version: '8-c' }),
    ]),
    ['a candidate that is one already', addEvent({ action: 'candidate', version: '8-d' })],
    ['a withdrawal that withdraws nothing', addEvent({ action: 'withdrawn', version: '8-d' })],
    ['another audience without an event', ({ candidate }) => void (candidate!.audience = { percent: 100 })],
    ['no candidate without an event', (entry) => void delete entry.candidate],
    ['nothing to return to', (entry) => void (entry.previous = [])],
    ['less to return to, with files', (entry) => void entry.previous.pop()],
    ['more to return to', (entry) => void entry.previous.push('8-d')],
    ['another order to return to', (entry) => void entry.previous.reverse()],
    ['another count', (entry) => void (entry.count = 1e15)],
    ['a negative count', (entry) => void (entry.count = -1)],
    ['endless sources', (entry) => void (entry.sources = 'x'.repeat(100_000))],
    [
      'a release with nothing to return to',
      addEvent({ action: 'set', version: '8-d' }, (entry) => {
        delete entry.candidate;
        Object.assign(entry, { ...toRelease('8-d'), previous: [] });
      }),
    ],
    [
      'a release with a count that nobody claimed',
      addEvent({ action: 'released', version: '8-e' }, (entry) => {
        Object.assign(entry, toRelease('8-e'), { previous: ['8-c', '8-a', '8-b'], count: 1e15 });
      }),
    ],
    [
      'a release with another audience of the candidate',
      addEvent({ action: 'set', version: '8-e' }, (entry) => {
        Object.assign(entry, toRelease('8-e'), { previous: ['8-c', '8-a', '8-b'] });
        entry.candidate!.audience = { percent: 100 };
      }),
    ],
    [
      'a rollback that leaves what it returned to',
      addEvent({ action: 'rolled-back', version: '8-a', from: '8-c' }, (entry) => {
        Object.assign(entry, toRelease('8-a'), { previous: ['8-a', '8-b'] });
      }),
    ],
    [
      'an author of several lines',
      (entry) => {
        entry.candidate!.audience = { percent: 10 };
        addEvent({ action: 'candidate', version: '8-d' })(entry);
        entry.history[0]!.by = 'ana\n\u001B[2J';
      },
    ],
    [
      'a reason without end',
      (entry) => {
        entry.candidate!.audience = { percent: 10 };
        addEvent({ action: 'candidate', version: '8-d' })(entry);
        entry.history[0]!.reason = 'x'.repeat(201);
      },
    ],
  ])('takes no entry but that of a release command: %s is refused', async (_case, edit) => {
    for (const version of ['8-a', '8-b', '8-c', '8-d', '8-e']) await writeVersion(version, searchKey);
    const at = new Date().toISOString();
    const entry: ReleaseFile[string] = {
      ...sampleTable.search!,
      ...toRelease('8-c'),
      previous: ['8-a', '8-b'],
      candidate: { ...toRelease('8-d'), audience: { percent: 5 } },
      history: Array.from({ length: maxEvents }, (_, index) => ({
        ...{ version: '8-c', at, by: `ana ${index}` },
        action: 'set',
      })),
    };
    await writeTable(harness.dir, { ...sampleTable, search: entry });
    await expect(change(search, (table) => edit(table.search!))).rejects.toThrow(
      /\(400\): (The (history|entry|count) of search is not|.*not valid)/,
    );
    expect((await readReleaseTable(search)).search).toEqual(entry);
  });

  it('gets a new entry with its release only, and with nothing to return to', async () => {
    const { search: _, ...others } = sampleTable;
    await writeTable(harness.dir, others);
    await writeVersion('1-n', searchKey);
    await search.write('.numbers/search/1', '');
    const add = (edit: Edit) =>
      change(search, (table) => {
        const added = { ...toRelease('1-n'), previous: [], count: 1, sources: 'new', history: [] };
        edit((table.search = added));
      });
    const event = { action: 'released', version: '1-n' } as const;
    for (const edit of [
      () => {},
      addEvent({ ...event, action: 'promoted' }),
      addEvent(event, (entry) => void (entry.count = 2)),
      addEvent(event, (entry) => void (entry.previous = ['8-a'])),
    ])
      await expect(add(edit)).rejects.toThrow(/The (history|entry|count) of search is not/);
    await add(addEvent(event));
    expect((await readReleaseTable(search)).search).toMatchObject({ version: '1-n', count: 1 });
    await search.remove(['.numbers/search/1']);
  });

  it('loses an earlier version that was pruned, but not the one that a rollback returns to', async () => {
    await writeVersion('8-f', searchKey);
    const entry = { ...sampleTable.search!, previous: ['7-lost', '8-f', '6-lost'] };
    await writeTable(harness.dir, { ...sampleTable, search: entry });
    await change(search, (table) => void (table.search!.previous = ['7-lost', '8-f']));
    await expect(change(search, (table) => void (table.search!.previous = ['8-f']))).rejects.toThrow(
      'has no event',
    );
    expect((await readReleaseTable(search)).search?.previous).toEqual(['7-lost', '8-f']);
  });

  it('counts the numbers that were claimed, also of releases that ended early', async () => {
    const entry = { ...sampleTable.search!, count: 20 };
    await writeTable(harness.dir, { ...sampleTable, search: entry });
    for (const number of [21, 22]) await search.write(`.numbers/search/${number}`, '');
    await writeVersion('22-a', searchKey);
    const releaseAs = (count: number) =>
      change(search, (table) => {
        addEvent({ action: 'released', version: '22-a' }, (changed) => {
          Object.assign(changed, toRelease('22-a'), { previous: ['1-b'], count });
        })(table.search!);
      });
    await expect(releaseAs(23)).rejects.toThrow('is not the last number that was claimed');
    await releaseAs(22);
    expect((await readReleaseTable(search)).search).toMatchObject({ version: '22-a', count: 22 });
    await search.remove(['.numbers/search/21', '.numbers/search/22']);
  });

  it('keeps the history: only a key of all front ends deletes an entry, and nothing is dropped but the oldest', async () => {
    const at = new Date().toISOString();
    const history = Array.from({ length: maxEvents }, (_, index): ReleaseEvent => ({
      ...{ version: '1-b', at, by: `ana ${index}` },
      action: 'set',
    }));
    await writeTable(harness.dir, { ...sampleTable, search: { ...sampleTable.search, history } });
    await setCurrent(search, 'search', '8-s', { by: 'ana' });
    const stored = (await readReleaseTable(search)).search!.history;
    expect(stored.slice(1)).toEqual(history.slice(0, -1));
    await removeRelease(search, 'search', { by: 'ana' });
    await expect(removeRelease(search, 'search', { by: 'ana' })).rejects.toThrow(
      'Only a key of * may delete',
    );
    await removeRelease(platform, 'search', { by: 'ana' });
    expect(await readReleaseTable(platform)).not.toHaveProperty('search');
  });

  it('gets no version that needs other contracts than those of the running services', async () => {
    await writeTable(harness.dir, sampleTable);
    const release = await writeVersion('8-t', searchKey);
    const snapshot = (path: string) =>
      JSON.stringify({
        errors: {},
        endpoints: {
          listThings: {
            ...{ method: 'GET', path, access: 'public', recent: false },
            ...{ request: {}, responses: {}, errors: [] },
          },
        },
      });
    await platform.write('search/8-t/.contracts.json', snapshot('/api/things'));
    await platform.write('services.json', snapshot('/api/items'));
    try {
      await expect(change(search, (table) => void Object.assign(table.search!, release))).rejects.toThrow(
        'The services differ in',
      );
    } finally {
      await platform.remove(['services.json']);
    }
  });

  it('takes no entry and no table of any size', async () => {
    await writeTable(harness.dir, sampleTable);
    const grow = (size: number) => (table: ReleaseFile) =>
      void (table.search!.candidate = {
        ...{ version: '1-b', manifest: 'x'.repeat(size), routes: [], audience: {} },
      });
    await expect(change(search, grow(129 * 1024))).rejects.toThrow(
      /\(413\): The entry of search has 1\d\d KB/,
    );
    await expect(change(platform, grow(1024 * 1024))).rejects.toThrow('(413): The table has');
  });

  it('is written only with its tag, and as a table', async () => {
    await expect(platform.write('table.json', '{}')).rejects.toThrow('only written with its tag');
    const tag = await platform.getTag('table.json');
    await expect(platform.writeIf('table.json', '{"search":1}', tag)).rejects.toThrow(/400/);
    expect(await platform.writeIf('table.json', '{}', 'of before')).toBe(false);
  });

  it('has the changes of two teams at once', async () => {
    await writeTable(harness.dir, sampleTable);
    await Promise.all([
      ...[1, 2, 3].map(() => change(search, (table) => void (table.search!.sources += 'x'))),
      ...[1, 2, 3].map(() => change(platform, (table) => void (table.shell!.sources += 'y'))),
    ]);
    const { search: own, shell } = await readReleaseTable(platform);
    expect([own?.sources, shell?.sources]).toEqual(['xxx', 'yyy']);
  });
});

it('without keys of teams there is no such path', async () => {
  const other = await startHarness();
  const response = await other.app.inject(`${remoteStoragePath}?key=table.json`);
  expect(response.statusCode).toBe(404);
  await other.stop();
});
