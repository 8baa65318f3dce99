import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  releaseFormat,
  type Audience,
  type ReleaseFile,
  type ReleaseTable,
  type RemoteManifest,
} from '@fareline/contracts';
import { createPreviewToken } from '@fareline/releases/preview';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { exportPublicKey, hashFiles, writeSignedRecord } from '@fareline/releases/signature';
import { readFiles } from '@fareline/releases/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestBrand,
  readLogLines,
  sampleTable,
  startHarness,
  writeTable,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

it('sends the precompressed copy of a released file, to be cached for a year', async () => {
  const response = await harness.app.inject({
    url: '/releases/shell/1-a/main.1.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('compressed');
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect(response.headers['content-type']).toContain('javascript');
});

it('[ELEMENT-01] lets the frame of the card provider load a font, and no other file', async () => {
  const read = async (file: string) => {
    const { headers } = await harness.app.inject(`/releases/shell/1-a/${file}`);
    return [headers['access-control-allow-origin'], headers['cross-origin-resource-policy']];
  };
  expect(await read('text.woff2')).toEqual(['*', 'cross-origin']);
  expect(await read('main.1.js')).toEqual([undefined, 'same-origin']);
});

it('sends the table with no-store, and only with name, version, manifest and routes of each release', async () => {
  const response = await harness.app.inject('/releases/table.json');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toEqual({
    shell: { version: '1-a', manifest: '/releases/shell/1-a/manifest.json', routes: [] },
    search: {
      version: '1-b',
      manifest: '/releases/search/1-b/mf-manifest.json',
      routes: sampleTable.search!.routes,
    },
    account: {
      version: '1-c',
      manifest: '/releases/account/1-c/mf-manifest.json',
      routes: sampleTable.account!.routes,
    },
  });
});

it('returns 404 with no-store for missing files and for paths outside the released folders', async () => {
  for (const url of [
    '/releases/shell/1-a/none.js',
    '/releases/.maps/shell/1-a/main.js.map',
    '/releases/shell',
    '/releases/..%2f..%2fetc/passwd',
    '/releases/table.lock',
    '/brand/..%2f..%2fpackage.json',
  ]) {
    const response = await harness.app.inject(url);
    expect(response.statusCode, url).toBe(404);
    expect(response.headers['cache-control'], url).toBe('no-store');
  }
});

it.each(['{', '{"name":"search"}', ''])(
  'returns 404 for the files of a version whose record is %j, and logs it once',
  async (record) => {
    await cp(join(harness.dir, 'search/1-b'), join(harness.dir, 'search/9-x'), { recursive: true });
    await writeFile(join(harness.dir, 'search/9-x/.release.json'), record);
    const paths = ['remoteEntry.1.js', 'home.1.js', 'styles.1.css'].map(
      (file) => `/releases/search/9-x/${file}`,
    );
    for (const path of paths) expect((await harness.app.inject(path)).statusCode).toBe(404);
    const lines = await readLogLines(harness, paths);
    expect(lines.filter(({ level }) => Number(level) >= 40)).toMatchObject([
      { msg: 'A record cannot be read.' },
    ]);
  },
);

it('returns 503 while the table is corrupt, as pages do', async () => {
  await writeFile(join(harness.dir, 'table.json'), '{');
  for (const url of ['/releases/table.json', '/']) {
    const response = await harness.app.inject(url);
    expect(response.statusCode, url).toBe(503);
    expect(response.json(), url).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  }
  await writeTable(harness.dir, sampleTable);
  expect((await harness.app.inject('/releases/table.json')).statusCode).toBe(200);
});

it('logs once that the manifest of a front end is missing or corrupt', async () => {
  await writeFile(join(harness.dir, 'search', '1-b', 'broken.json'), '{');
  const manifest = '/releases/search/1-b/broken.json';
  await writeTable(harness.dir, { ...sampleTable, search: { ...sampleTable.search, manifest } });
  const lines = await readLogLines(harness, ['/login', '/login', '/search', '/', '/my-trips']);
  await writeTable(harness.dir, sampleTable);
  const warn = 40;
  expect(lines.filter(({ level }) => level === warn)).toMatchObject([
    {
      msg: 'The manifest of account cannot be read.',
      err: { message: `${harness.dir}/account/1-c/mf-manifest.json is missing.` },
    },
    { msg: 'The manifest of search cannot be read.', manifest },
  ]);
});

it('treats a manifest of a later format as one that cannot be read', async () => {
  const folder = join(harness.dir, 'search', '1-b');
  const text = await readFile(join(folder, 'mf-manifest.json'), 'utf8');
  const later = text.replace(`"format":${releaseFormat}`, `"format":${releaseFormat + 1}`);
  await writeFile(join(folder, 'later.json'), later);
  const manifest = '/releases/search/1-b/later.json';
  await writeTable(harness.dir, { ...sampleTable, search: { ...sampleTable.search, manifest } });
  const lines = await readLogLines(harness, ['/search']);
  await writeTable(harness.dir, sampleTable);
  expect(lines).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ msg: 'The manifest of search cannot be read.', manifest }),
    ]),
  );
});

it('serves the default brand’s logo', async () => {
  const response = await harness.app.inject('/brand/fareline.svg');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('image/svg+xml');
});

it('[DOC-01] lets a mail client in a browser show a logo, and no other site the files of a release', async () => {
  const readPolicy = async (url: string) =>
    (await harness.app.inject(url)).headers['cross-origin-resource-policy'];
  expect(await readPolicy('/brand/fareline.png')).toBe('cross-origin');
  expect(await readPolicy('/releases/table.json')).toBe('same-origin');
});

const anyKeys = `*=${exportPublicKey(generateKeyPairSync('ed25519').privateKey)}`;

it.each([
  ['development', true],
  ['production', false],
])('in %s uses the front end of a development server: %s', async (mode, isUsed) => {
  const devHarness = await startHarness({
    NODE_ENV: mode,
    ...(!isUsed && { RELEASE_KEYS: anyKeys, ADMIN_ORIGIN: 'http://admin.localhost:3000' }),
  });
  try {
    const manifest = 'http://localhost:8080/mf-manifest.json';
    await writeFile(
      join(devHarness.dir, 'dev.json'),
      JSON.stringify({ search: { version: 'dev', manifest, routes: [] } }),
    );
    const table = await devHarness.app.inject('/releases/table.json');
    expect(table.body.includes(manifest)).toBe(isUsed);
    const page = await devHarness.app.inject({ url: '/', headers: { host: 'localhost' } });
    expect(String(page.headers['content-security-policy']).includes('ws://localhost:8080')).toBe(isUsed);
  } finally {
    await devHarness.stop();
  }
});

describe('a candidate', () => {
  const candidate = {
    version: '2-c',
    manifest: '/releases/search/2-c/mf-manifest.json',
    routes: sampleTable.search!.routes,
  };
  const setAudience = (audience: Audience) =>
    writeTable(harness.dir, {
      ...sampleTable,
      search: { ...sampleTable.search, candidate: { ...candidate, audience } },
    });
  const readVersion = async (url: string, cookie = '') => {
    const response = await harness.app.inject({ url, headers: { cookie } });
    const [, version] = /"search":{"version":"([^"]+)"/.exec(response.body) ?? [];
    return { version, cookies: response.cookies };
  };

  beforeAll(async () => {
    await harness.stop();
    harness = await startHarness();
    harness.accounts.brandKeys = ['sunhop'];
    harness.accounts.respond = ({ url }) => ({
      status: 200,
      body: createTestBrand(url.endsWith('/sunhop') ? 'sunhop' : 'default'),
    });
    await cp(join(harness.dir, 'search', '1-b'), join(harness.dir, 'search', '2-c'), { recursive: true });
  });

  it('for a brand is in the pages and the table of this brand only', async () => {
    await setAudience({ brands: ['sunhop'] });
    for (const path of ['/', '/releases/table.json']) {
      expect((await readVersion(path, 'brand=sunhop')).version, path).toBe('2-c');
      expect((await readVersion(path)).version, path).toBe('1-b');
    }
  });

  it('for a share of visitors is kept by a cookie that says nothing else', async () => {
    await setAudience({ percent: 50 });
    const first = await readVersion('/');
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ name: 'release_share', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).toMatch(/^\d{1,3}$/);
    for (const path of ['/', '/search', '/releases/table.json'])
      expect(await readVersion(path, `release_share=${cookie?.value}`)).toEqual({
        version: first.version,
        cookies: [],
      });
    const versions = await Promise.all(
      ['0', '250', '500', '750'].map((share) => readVersion('/', `release_share=${share}`)),
    );
    expect(new Set(versions.map(({ version }) => version))).toEqual(new Set(['1-b', '2-c']));
  });

  it('sets no cookie when no share of visitors gets one', async () => {
    await setAudience({ brands: ['sunhop'] });
    expect((await readVersion('/')).cookies).toEqual([]);
  });

  it.each(['1000', '-1', 'x', '5; 6'])('replaces a cookie with %j', async (value) => {
    await setAudience({ percent: 100 });
    expect((await readVersion('/', `release_share=${value}`)).version).toBe('2-c');
  });
});

describe('with the keys of the teams', () => {
  const team = generateKeyPairSync('ed25519').privateKey;
  const other = generateKeyPairSync('ed25519').privateKey;
  let signed: Harness;

  /** Signs a version in its folder. */
  async function sign(name: string, version: string, key: KeyObject): Promise<void> {
    const storage = createFolderStorage(signed.dir);
    const record = { name, version, commit: 'c', by: 'ana', at: new Date().toISOString() };
    const files = hashFiles(await readFiles(storage, `${name}/${version}/`));
    await writeSignedRecord(storage, { ...record, files }, key);
  }
  beforeEach(async () => {
    signed = await startHarness({
      RELEASE_KEYS: `shell=${exportPublicKey(team)},search=${exportPublicKey(team)}`,
    });
  });
  afterEach(() => signed.stop());

  const getSearch = async (cookie = '') =>
    (await signed.app.inject({ url: '/releases/table.json', headers: { cookie } })).json<ReleaseTable>()
      .search?.version;

  it('no page is served while the shell is not signed by its team', async () => {
    expect((await signed.app.inject('/faq')).statusCode).toBe(503);
    await sign('shell', '1-a', other);
    expect((await signed.app.inject('/faq')).statusCode).toBe(503);
    await sign('shell', '1-a', team);
    expect((await signed.app.inject('/faq')).statusCode).toBe(200);
  });

  it('the files of a remote that is not signed are not loaded', async () => {
    await sign('shell', '1-a', team);
    expect((await signed.app.inject('/')).body).not.toContain('remoteEntry.1.js');
    await sign('search', '1-b', team);
    expect((await signed.app.inject('/')).body).toContain('remoteEntry.1.js');
  });

  it('visitors get a candidate only when it is signed, else the current version', async () => {
    await sign('search', '1-b', team);
    await cp(join(signed.dir, 'search', '1-b'), join(signed.dir, 'search', '2-c'), { recursive: true });
    const candidate = { ...sampleTable.search!, version: '2-c', audience: { percent: 100 } };
    await writeTable(signed.dir, {
      ...sampleTable,
      search: {
        ...sampleTable.search,
        candidate: { ...candidate, manifest: '/releases/search/2-c/mf-manifest.json' },
      },
    });
    expect(await getSearch()).toBe('1-b');
    await sign('search', '2-c', team);
    expect(await getSearch()).toBe('2-c');
  });

  it('a current version that is not signed by its team is replaced by the one before, also for the shell', async () => {
    for (const [name, good] of [
      ['search', '1-b'],
      ['shell', '1-a'],
    ] as const) {
      await cp(join(signed.dir, name, good), join(signed.dir, name, '2-foreign'), { recursive: true });
      await sign(name, good, team);
      await sign(name, '2-foreign', other);
    }
    const replace = (entry: ReleaseFile[string], good: string) => ({
      ...entry,
      version: '2-foreign',
      manifest: entry.manifest.replace(good, '2-foreign'),
      previous: [good],
    });
    await writeTable(signed.dir, {
      ...sampleTable,
      shell: replace(sampleTable.shell!, '1-a'),
      search: replace(sampleTable.search!, '1-b'),
    });
    expect(await getSearch()).toBe('1-b');
    const page = await signed.app.inject('/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('2-foreign');
  });

  it('a remote of which no version is signed keeps its paths, without files', async () => {
    await sign('shell', '1-a', team);
    expect(await getSearch()).toBe('removed');
    const page = await signed.app.inject('/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('/releases/search/1-b/');
  });

  it('a preview link shows its holder a version that nobody else sees, until it is ended', async () => {
    await sign('search', '1-b', team);
    await cp(join(signed.dir, 'search', '1-b'), join(signed.dir, 'search', '2-c'), { recursive: true });
    await sign('search', '2-c', team);
    const token = createPreviewToken({ name: 'search', version: '2-c', until: Date.now() + 60_000 }, team);
    const opened = await signed.app.inject(`/releases/preview?token=${token}`);
    expect(opened.headers.location).toBe('/');
    const [cookie] = opened.cookies;
    expect(cookie).toMatchObject({ name: 'release_preview', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await getSearch(`release_preview=${cookie?.value}`)).toBe('2-c');
    expect(await getSearch()).toBe('1-b');
    const [ended] = (await signed.app.inject('/releases/preview')).cookies;
    expect(ended).toMatchObject({ name: 'release_preview', value: '' });
  });

  it('neither a link nor the version to fall back to brings a path of another team', async () => {
    await sign('shell', '1-a', team);
    await sign('search', '1-b', team);
    for (const version of ['2-c', '3-d'])
      await cp(join(signed.dir, 'search', '1-b'), join(signed.dir, 'search', version), { recursive: true });
    const file = join(signed.dir, 'search', '2-c', 'mf-manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as RemoteManifest;
    manifest.metaData.routes.push({ path: '/my-trips', screen: 'home' });
    await writeFile(file, JSON.stringify(manifest));
    await sign('search', '2-c', team);
    const token = createPreviewToken({ name: 'search', version: '2-c', until: Date.now() + 60_000 }, team);
    expect(await getSearch(`release_preview=${token}`)).toBe('1-b');
    const current = { version: '3-d', manifest: '/releases/search/3-d/mf-manifest.json' };
    const search = { ...sampleTable.search!, ...current, previous: ['2-c', '1-b'] };
    await writeTable(signed.dir, { ...sampleTable, search });
    expect(await getSearch()).toBe('1-b');
    expect(await getSearch(`release_preview=${token}`)).toBe('1-b');
  });

  it('a link of another team, of a time that is over, or of a version without files shows nothing', async () => {
    await sign('search', '1-b', team);
    const until = Date.now() + 60_000;
    for (const token of [
      createPreviewToken({ name: 'search', version: '1-b', until }, other),
      createPreviewToken({ name: 'search', version: '1-b', until: 1 }, team),
      createPreviewToken({ name: 'search', version: '1-b', until: Date.now() + 31 * 24 * 3600_000 }, team),
      createPreviewToken({ name: 'search', version: '1-b', until: 999_999_999_999_999 }, team),
      'x',
    ]) {
      const response = await signed.app.inject(`/releases/preview?token=${token}`);
      expect(response.statusCode, token).toBe(404);
      expect(response.json<{ message: string }>().message).toContain('for 30 days at most');
    }
    const gone = createPreviewToken({ name: 'search', version: '9-gone', until }, team);
    expect(await getSearch(`release_preview=${gone}`)).toBe('1-b');
  });
});
