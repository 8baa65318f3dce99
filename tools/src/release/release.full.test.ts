import { execFile, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { releaseFormat } from '@fareline/contracts';
import { defaultBrand, releaseFileSchema, toPublicBrand } from '@fareline/contracts/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { createSandboxControl, startS3Sandbox } from '@fareline/service-kit/testing';
import { findFrontEnd, listFrontEnds, getReleasesDir, getReleaseStorage } from '../front-ends/front-ends.ts';
import { withBuildFolder } from './build-folder.ts';
import { prune } from './prune.ts';
import { publish, type Publication } from './publish.ts';
import { listRecords } from '@fareline/releases/record';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { hashSources } from './source-hash.ts';
import { assertSigned, exportPublicKey, parseReleaseKeys } from '@fareline/releases/signature';
import { updateReleaseTable, readReleaseTable } from '@fareline/releases/release-table';
import {
  promote,
  removeRelease,
  rollBack,
  setCandidate,
  setCurrent,
  withdraw,
} from '@fareline/releases/versions';

let root: string;
let releases: string;
let storage: ReleaseStorage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'releases-'));
  releases = join(root, 'releases');
  storage = createFolderStorage(releases);
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Build {
  content?: string;
  routes?: unknown;
  /** Modules that a remote shares with the shell. */
  shared?: object[];
  /** Version of ui-theme in a shell. */
  sharedVersion?: string;
  format?: number | undefined;
}

/** Writes a built front end whose script is `content`, with a page at `/<name>` by default, and returns its folder. */
async function writeBuild(
  name: string,
  {
    content = name,
    routes = [{ path: `/${name}`, screen: 'page' }],
    shared = [],
    sharedVersion = '1.2.0',
    format = releaseFormat,
  }: Build = {},
): Promise<string> {
  const dist = join(root, 'dist', name);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const manifest =
    name === 'shell'
      ? {
          format,
          scripts: ['main.js'],
          styles: [],
          fonts: [],
          chunks: {},
          routes,
          shared: { '@fareline/ui-theme': sharedVersion },
        }
      : { metaData: { format, remoteEntry: { name: 'remoteEntry.js' }, routes }, exposes: [], shared };
  const manifestName = name === 'shell' ? 'manifest.json' : 'mf-manifest.json';
  await writeFile(join(dist, manifestName), JSON.stringify(manifest));
  await writeFile(join(dist, 'page.js'), content);
  await writeFile(join(dist, 'page.js.map'), '{}');
  return dist;
}
const author = { by: 'ana' };
const fail = (message: string) => {
  throw new Error(message);
};
const { privateKey: key } = generateKeyPairSync('ed25519');
const publication = (sources: string) => ({ ...author, sources, commit: 'c0ffee', key });

const releaseBuild = async (name: string, build: Build, change: Partial<Publication> = {}) =>
  publish(storage, name, await writeBuild(name, build), {
    ...publication(`sources of ${build.content}`),
    ...change,
  });
const release = (name: string, content: string) => releaseBuild(name, { content });
/** Releases a front end with these paths. */
const releasePaths = (name: string, ...paths: string[]) =>
  releaseBuild(name, { content: paths.join(), routes: paths.map((path) => ({ path, screen: 'page' })) });

const releaseCommand = join(repoRoot, 'tools/src/release/release.ts');

/** Runs the release command with these releases, and returns what it prints, also when it fails. */
async function runCommand(args: string[], env: Record<string, string> = {}): Promise<string> {
  const result = await promisify(execFile)(process.execPath, [releaseCommand, ...args], {
    env: {
      ...process.env,
      ...{ RELEASES_DIR: releases, COMMIT: 'c0ffee', RELEASE_KEY: exportKey(key), ...env },
    },
  }).catch((error: { stdout: string; stderr: string }) => error);
  return result.stdout + result.stderr;
}
/** No screen of a site works in it. */
const noBrowser = { CHROMIUM_PATH: '/bin/false' };
const exportKey = (privateKey: KeyObject) =>
  privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

describe('the key of a team', () => {
  const foreign = generateKeyPairSync('ed25519').privateKey;

  it('that the site does not accept for a front end releases nothing of it', async () => {
    const built = await writeBuild('search');
    const keys = `search=${exportPublicKey(key)},booking=${exportPublicKey(foreign)}`;
    const releaseWith = (used: KeyObject) =>
      runCommand(['search', '--built', built], { RELEASE_KEYS: keys, RELEASE_KEY: exportKey(used) });
    expect(await releaseWith(foreign)).toBe(
      "The site (RELEASE_KEYS) does not accept this team's key for search.\n",
    );
    expect(existsSync(releases)).toBe(false);
    expect(await releaseWith(key)).toMatch(/^Released search 1-/);
  });
});

it('is built only with a key that the site accepts for it', async () => {
  const server = createServer((request, response) => {
    const isTable = request.url!.includes('table.json');
    response.writeHead(isTable ? 404 : 200).end(isTable ? '{}' : '["booking"]');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await runCommand(['search'], { RELEASES_URL: site })).toBe(
      `The site (${site}/api/releases/storage) does not accept this team's key for search.\n`,
    );
  } finally {
    server.close();
  }
});

describe('releasing', () => {
  it('adds a folder without source maps and makes it current', async () => {
    const { version, isNew } = await release('search', 'one');
    expect(isNew).toBe(true);
    const table = await readReleaseTable(storage);
    expect(table.search).toMatchObject({
      version,
      manifest: `/releases/search/${version}/mf-manifest.json`,
      sources: 'sources of one',
    });
    expect((await readdir(join(releases, 'search', version))).sort()).toEqual([
      '.release.json',
      '.release.sig',
      'mf-manifest.json',
      'page.js',
    ]);
    expect(await readdir(join(releases, '.maps', 'search', version))).toEqual(['page.js.map']);
  });

  it('adds the hashes of scripts and style sheets to the manifest', async () => {
    for (const [name, manifest] of [
      ['shell', 'manifest.json'],
      ['search', 'mf-manifest.json'],
    ] as const) {
      const { version } = await release(name, 'one');
      const text = await readFile(join(releases, name, version, manifest), 'utf8');
      const hash = createHash('sha256').update('one').digest('base64');
      expect(JSON.parse(text)).toMatchObject({ integrity: { 'page.js': `sha256-${hash}` } });
    }
  });

  it('changes neither earlier folders nor entries of other front ends', async () => {
    const first = await release('search', 'one');
    await release('booking', 'b');
    const before = await readReleaseTable(storage);
    const second = await release('search', 'two');
    const after = await readReleaseTable(storage);
    expect(after.booking).toEqual(before.booking);
    expect(after.search).toMatchObject({ version: second.version, previous: [first.version] });
    expect(await readFile(join(releases, 'search', first.version, 'page.js'), 'utf8')).toBe('one');
  });

  it('adds no release when the files are unchanged, but stores the new hash of the sources', async () => {
    const first = await release('search', 'one');
    const again = await publish(
      storage,
      'search',
      await writeBuild('search', { content: 'one' }),
      publication('other sources'),
    );
    expect(again).toEqual({ ...first, isNew: false });
    expect((await readReleaseTable(storage)).search).toMatchObject({
      previous: [],
      sources: 'other sources',
    });
    expect(await readdir(join(releases, 'search'))).toEqual([first.version]);
  });

  it('rejects a front end that was not built', async () => {
    await mkdir(join(root, 'empty'));
    await expect(publish(storage, 'search', join(root, 'empty'), publication(''))).rejects.toThrow(
      'build "search" first',
    );
    expect(await readReleaseTable(storage)).toEqual({});
  });

  it.each([
    ['shell', releaseFormat - 1],
    ['search', releaseFormat - 1],
    ['shell', releaseFormat + 1],
    ['search', releaseFormat + 1],
  ])('rejects a build of %s by tools that write format %i', async (name, format) => {
    await expect(releaseBuild(name, { format })).rejects.toThrow(
      'was built by tools of another version: build it again.',
    );
    expect(await readReleaseTable(storage)).toEqual({});
  });

  it('keeps all of several concurrent releases, and readers never see an incomplete table', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    let isDone = false;
    const reader = (async () => {
      while (!isDone) releaseFileSchema.parse(await readReleaseTable(storage));
    })();
    await Promise.all(
      names.map(async (name) => publish(storage, name, await writeBuild(name), publication(''))),
    );
    isDone = true;
    await reader;
    expect(Object.keys(await readReleaseTable(storage)).sort()).toEqual(names);
    expect((await readdir(releases)).filter((file) => file.startsWith('table')).sort()).toEqual([
      'table.json',
    ]);
  });

  it.each([
    ['{', 'is not JSON.'],
    ['{"search":{}}', 'is not valid.\n✖ Invalid input: expected string, received undefined'],
  ])('names the release table when it is %s', async (text, message) => {
    await mkdir(releases);
    await writeFile(join(releases, 'table.json'), text);
    await expect(readReleaseTable(storage)).rejects.toThrow(`${join(releases, 'table.json')} ${message}`);
  });

  it.each([
    ['succeeds', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('leaves no built files when it %s', async (_case, end) => {
    let built = '';
    const released = withBuildFolder('search', async (folder) => {
      built = folder;
      await writeFile(join(folder, 'page.js'), '');
      await end();
    });
    await released.catch(() => undefined);
    expect(existsSync(built)).toBe(false);
  });

  it('leaves the table unchanged when an update fails', async () => {
    await release('search', 'one');
    const before = await readReleaseTable(storage);
    await expect(
      updateReleaseTable(storage, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readReleaseTable(storage)).toEqual(before);
    await expect(release('search', 'two')).resolves.toMatchObject({ isNew: true });
  });
});

describe('a remote that shares libraries with the shell', () => {
  const shared = (version: string, files: string[]) => ({
    name: '@fareline/ui-theme',
    requiredVersion: `^${version}`,
    assets: { js: { sync: files, async: [] } },
  });
  /** Publishes a shell that provides 1.2.0 and then a search app that needs `version`. */
  async function releaseWith(version: string, files: string[]) {
    await release('shell', 'shell');
    return releaseBuild('search', { content: version, shared: [shared(version, files)] });
  }

  it.each(['1.3.0', '2.0.0'])(
    'is rejected when it needs %s and the shell provides 1.2.0',
    async (version) => {
      await expect(releaseWith(version, [])).rejects.toThrow(
        `needs @fareline/ui-theme ^${version}, and the shell 1-`,
      );
      expect(Object.keys(await readReleaseTable(storage))).toEqual(['shell']);
    },
  );

  it.each([
    ['needs what the shell provides', '1.2.0', []],
    ['needs an older one', '1.1.0', []],
    ['bundles a newer fallback', '2.0.0', ['fallback.js']],
  ])('is released when it %s', async (_case, version, files) => {
    await expect(releaseWith(version, files)).resolves.toMatchObject({ isNew: true });
  });
});

describe('routes of a release', () => {
  it('are copied from its manifest into the table', async () => {
    const routes = [{ path: '/a/:id', screen: 'a', aliases: ['/b'], redirectFrom: undefined, private: true }];
    await releaseBuild('search', { routes });
    expect((await readReleaseTable(storage)).search?.routes).toEqual([
      { path: '/a/:id', screen: 'a', aliases: ['/b'], private: true },
    ]);
  });

  it.each([
    ['search', 'no list', null, 'metaData.routes'],
    ['search', 'an empty list', [], 'metaData.routes'],
    ['search', 'no screen', [{ path: '/a' }], 'metaData.routes[0].screen'],
    ['search', 'a wildcard', [{ path: '/a/*', screen: 'a' }], 'metaData.routes[0].path'],
    [
      'search',
      'a redirect to a path with a parameter',
      [{ path: '/a/:id', screen: 'a', redirectFrom: ['/a'] }],
      'A path with a parameter cannot be the target of a redirect',
    ],
    ['shell', 'the paths of remotes', [{ path: '/search', remote: 'search' }], 'routes[0].screen'],
  ])('stop the release of %s when they have %s', async (name, _case, routes, place) => {
    await expect(releaseBuild(name, { routes })).rejects.toThrow(
      `The manifest of ${name} has no valid routes.`,
    );
    await expect(releaseBuild(name, { routes })).rejects.toThrow(place);
    expect(await readReleaseTable(storage)).toEqual({});
  });

  it.each([
    ['the same path', '/deals'],
    ['the same path in other letters', '/Deals'],
    ['an alias', '/offers'],
    ['a redirect', '/old'],
    ['a parameter in the place of a segment', '/:any'],
    ['a segment in the place of a parameter', '/deals/today'],
    ['a parameter with another name', '/deals/:deal'],
  ])('stop it when another front end has %s', async (_case, path) => {
    const deals = { path: '/deals', aliases: ['/offers'], redirectFrom: ['/old'], screen: 'deals' };
    await releaseBuild('search', { routes: [deals, { path: '/deals/:id', screen: 'deal' }] });
    const before = await readReleaseTable(storage);
    await expect(releasePaths('account', path)).rejects.toThrow(
      /^account is not released\. \/\S+ is also \/\S+ of search\..* First release the other front end without this path\.$/,
    );
    expect(await readReleaseTable(storage)).toEqual(before);
    expect(await storage.list('account/')).toEqual([]);
    await expect(releasePaths('account', '/deals/:id/more', '/deal')).resolves.toMatchObject({ isNew: true });
  });

  it('stop it when the shell has the path, or when the front end has it twice', async () => {
    await releasePaths('shell', '/faq');
    await expect(releasePaths('search', '/faq')).rejects.toThrow('/faq is also /faq of shell.');
    await expect(releasePaths('search', '/x/a', '/x/:b')).rejects.toThrow(
      /^search is not released\. \/x\/:b matches the same URLs as \/x\/a of its own routes\.$/,
    );
    await expect(releasePaths('search', '/a', '/b', '/a')).rejects.toThrow(
      /^search is not released\. \/a is twice in its own routes\.$/,
    );
  });

  it.each(['/api/foo', '/releases', '/internal', '/health/ready', '/metrics', '/brand/logo', '/API'])(
    'stop it when the edge serves %s itself, and a rollback too',
    async (path) => {
      const message = `search is not released. ${path} cannot be a page: the edge serves `;
      await expect(releasePaths('search', path)).rejects.toThrow(message);
      const { version } = await releasePaths('search', '/a');
      await releasePaths('search', '/b');
      const manifest = join(releases, 'search', version, 'mf-manifest.json');
      await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"/a"', `"${path}"`));
      await expect(rollBack(storage, 'search', author)).rejects.toThrow(message);
    },
  );

  it.each(['nope', '/Search/', '/robots.txt'])('stop it with a sentence about the path %s', async (path) => {
    await expect(releasePaths('search', '/a', path)).rejects.toThrow(
      `"${path}" is not a path of a page. A path is / or has segments of`,
    );
  });

  it('do not overlap when they have different numbers of segments', async () => {
    await expect(releasePaths('search', '/', '/:page', '/a/:page')).resolves.toMatchObject({ isNew: true });
  });

  it('can move to another front end after a release without them', async () => {
    await releasePaths('search', '/', '/deals');
    await releasePaths('search', '/');
    await expect(releasePaths('account', '/deals')).resolves.toMatchObject({ isNew: true });
    await expect(rollBack(storage, 'search', author)).rejects.toThrow('/deals is also /deals of account.');
    expect((await readReleaseTable(storage)).search?.routes).toMatchObject([{ path: '/' }]);
  });
});

describe('rollback', () => {
  it('makes the previous release current, and later releases continue the numbering', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    expect(await rollBack(storage, 'search', author)).toBe(first.version);
    expect((await readReleaseTable(storage)).search).toMatchObject({
      version: first.version,
      manifest: `/releases/search/${first.version}/mf-manifest.json`,
      previous: [],
    });
    const third = await release('search', 'three');
    expect(third.version).toMatch(/^3-/);
    expect(await readdir(join(releases, 'search'))).toContain(second.version);
  });

  it('keeps the hash of the sources, so that the next start does not release them again', async () => {
    await release('search', 'one');
    await release('search', 'two');
    await rollBack(storage, 'search', author);
    expect((await readReleaseTable(storage)).search?.sources).toBe('sources of two');
  });

  it('fails when there is no earlier release', async () => {
    await expect(rollBack(storage, 'search', author)).rejects.toThrow('no earlier release of "search"');
    const { version } = await release('search', 'one');
    await expect(rollBack(storage, 'search', author)).rejects.toThrow('no earlier release of "search"');
    expect((await readReleaseTable(storage)).search?.version).toBe(version);
  });

  it('returns to the routes of the previous release, and fails when that has none', async () => {
    const first = await releasePaths('search', '/old');
    await releasePaths('search', '/new');
    await rollBack(storage, 'search', author);
    expect((await readReleaseTable(storage)).search?.routes).toMatchObject([{ path: '/old' }]);
    const second = await releasePaths('search', '/newer');
    await writeFile(join(releases, 'search', first.version, 'mf-manifest.json'), '{}');
    await expect(rollBack(storage, 'search', author)).rejects.toThrow(
      'The manifest of search has no valid routes.',
    );
    await writeFile(join(releases, 'search', first.version, 'mf-manifest.json'), '{');
    await expect(rollBack(storage, 'search', author)).rejects.toThrow(/\/mf-manifest\.json is not JSON\.$/);
    await rm(join(releases, 'search', first.version, 'mf-manifest.json'));
    await expect(rollBack(storage, 'search', author)).rejects.toThrow('The manifest of search is missing');
    expect((await readReleaseTable(storage)).search).toMatchObject({
      version: second.version,
      routes: [{ path: '/newer' }],
    });
  });

  it('removes a front end, keeping its folders and routes, and a second time also its routes', async () => {
    const { version } = await release('search', 'one');
    const { search } = await readReleaseTable(storage);
    await removeRelease(storage, 'search', author);
    expect((await readReleaseTable(storage)).search).toEqual({
      ...search,
      history: [expect.objectContaining({ action: 'removed', version }), ...search!.history],
      version: 'removed',
      manifest: '/releases/search/removed/mf-manifest.json',
      previous: [version],
    });
    expect(await readdir(join(releases, 'search'))).toEqual([version]);
    await removeRelease(storage, 'search', author);
    expect(await readReleaseTable(storage)).toEqual({});
    await expect(removeRelease(storage, 'search', author)).rejects.toThrow('not in the release table');
  });

  it('releases a removed front end again, also by a rollback', async () => {
    const { version } = await release('search', 'one');
    await removeRelease(storage, 'search', author);
    expect(await rollBack(storage, 'search', author)).toBe(version);
    await removeRelease(storage, 'search', author);
    const again = await release('search', 'one');
    expect(again.version).toMatch(/^2-/);
    expect((await readReleaseTable(storage)).search?.previous).toEqual([version]);
  });

  it('releases a front end again whose entry was deleted, with a number that none of its folders has', async () => {
    const { version } = await release('search', 'one');
    await removeRelease(storage, 'search', author);
    await removeRelease(storage, 'search', author);
    const again = await release('search', 'one');
    expect(again.version).toMatch(/^2-/);
    expect((await readdir(join(releases, 'search'))).sort()).toEqual([version, again.version]);
  });
});

describe('front ends of this repository', () => {
  it('are found by name or folder', () => {
    expect(listFrontEnds().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search', 'booking', 'account', 'shell']),
    );
    expect(findFrontEnd('search-mfe')).toEqual(findFrontEnd('search'));
    expect(() => findFrontEnd('nothing')).toThrow(/front ends are: .*search/);
  });

  it('have different source hashes, which stay the same while nothing changes', async () => {
    const [search, account] = [findFrontEnd('search').dir, findFrontEnd('account').dir];
    expect(await hashSources(search)).toBe(await hashSources(search));
    expect(await hashSources(search)).not.toBe(await hashSources(account));
  });

  it('are released into the local data unless RELEASES_DIR is set', () => {
    expect(getReleasesDir({ RELEASES_DIR: '/srv/x' })).toBe('/srv/x');
    expect(getReleasesDir({ FARELINE_DATA: '/srv/data' })).toBe('/srv/data/releases');
    expect(getReleasesDir({ FARELINE_DATA: '.data-x' })).toBe(join(repoRoot, '.data-x/releases'));
    expect(getReleasesDir({})).toMatch(/\.data\/releases$/);
  });
});

describe('the release of a shell', () => {
  const needing = (range: string) => [
    { name: '@fareline/ui-theme', requiredVersion: range, assets: { js: { sync: [], async: [] } } },
  ];
  const releaseShell = (version: string, change: Partial<Publication> = {}) =>
    releaseBuild('shell', { content: version, sharedVersion: version }, change);

  it.each(['92.5.0', '1.0.0'])('stops when it has ui-theme %s and search needs ^1.2.0', async (version) => {
    await releaseShell('1.2.0');
    const search = await releaseBuild('search', { shared: needing('^1.2.0') });
    const before = await readReleaseTable(storage);
    await expect(releaseShell(version)).rejects.toThrow(
      `shell is not released. search ${search.version} needs @fareline/ui-theme ^1.2.0, and this shell provides ${version}. Release them together.`,
    );
    expect(await readReleaseTable(storage)).toEqual(before);
    await expect(releaseShell('1.3.0')).resolves.toMatchObject({ isNew: true });
    await expect(releaseShell(version, { together: ['search'] })).resolves.toMatchObject({ isNew: true });
  });

  it('stops when a candidate of search would not fit it, and search when it would not fit a candidate of the shell', async () => {
    await releaseShell('1.2.0');
    await releaseBuild('search', { content: 'any', shared: needing('>=1.0.0') });
    await releaseBuild('search', { content: 'new', shared: needing('^1.2.0') }, { audience: {} });
    await expect(releaseShell('2.0.0')).rejects.toThrow('needs @fareline/ui-theme ^1.2.0');
    await withdraw(storage, 'search', author);
    const shell = await releaseShell('2.0.0', { audience: {} });
    await expect(releaseBuild('search', { content: 'newer', shared: needing('^1.2.0') })).rejects.toThrow(
      `and the shell ${shell.version} provides 2.0.0.`,
    );
  });
});

describe('a candidate', () => {
  it('of another commit, which a later run has released, is not promoted', async () => {
    await release('search', 'one');
    await releaseBuild('search', { content: 'two' }, { audience: {}, commit: 'aaaa' });
    const { version } = await releaseBuild('search', { content: 'three' }, { audience: {}, commit: 'bbbb' });
    const promoteOf = (commit: string) => runCommand(['search', '--promote', '--commit', commit]);
    expect(await promoteOf('aaaa')).toBe(
      `The candidate ${version} of search is of commit bbbb, not of aaaa.\n`,
    );
    expect((await readReleaseTable(storage)).search?.candidate?.version).toBe(version);
    expect(await promoteOf('bbbb')).toBe(`Promoted search ${version}\n`);
    expect(await promoteOf('bbbb')).toBe('There is no candidate of "search".\n');
  });

  it('that does not work in a browser any more is withdrawn instead of promoted', async () => {
    const { version: current } = await release('search', 'one');
    const { version } = await releaseBuild('search', { content: 'two' }, { audience: { percent: 5 } });
    const args = ['search', '--promote', '--commit', 'c0ffee', '--site', 'http://localhost:9'];
    expect(await runCommand(args, noBrowser)).toMatch(
      new RegExp(`^search ${version} is not released\\. In the browser:`, 'm'),
    );
    const { search } = await readReleaseTable(storage);
    expect(search?.version).toBe(current);
    expect(search).not.toHaveProperty('candidate');
    expect(await runCommand(args, noBrowser)).toBe('There is no candidate of "search".\n');
  });

  it('is not for a brand that the site does not have', async () => {
    await release('search', 'one');
    const { version } = await release('search', 'two');
    await rollBack(storage, 'search', author);
    await storage.write(
      '.prerendered/search/1-a/1-b/sunhop.json',
      JSON.stringify({ brand: { ...toPublicBrand(defaultBrand), id: 'sunhop' }, pages: {} }),
    );
    const tryOut = (brand: string) =>
      runCommand(['search', '--candidate', '--to', version, '--brand', brand]);
    expect(await tryOut('sunhpo')).toBe(
      'No page has been prerendered for the brand sunhpo; there are default, sunhop.\n',
    );
    expect((await readReleaseTable(storage)).search).not.toHaveProperty('candidate');
    expect(await tryOut('sunhop')).toBe(`search ${version} is the candidate\n`);
  });

  it('leaves the current version current, and becomes it when it is promoted', async () => {
    const first = await release('search', 'one');
    const audience = { brands: ['sunhop'], percent: 5 };
    const second = await releaseBuild('search', { content: 'two' }, { audience });
    expect((await readReleaseTable(storage)).search).toMatchObject({
      version: first.version,
      candidate: { version: second.version, audience },
      previous: [],
    });
    await expect(promote(storage, 'search', author, first.version)).rejects.toThrow(
      `The candidate of "search" is not ${first.version} any more.`,
    );
    expect(await promote(storage, 'search', author, second.version)).toBe(second.version);
    const { search } = await readReleaseTable(storage);
    expect(search).toMatchObject({ version: second.version, previous: [first.version] });
    expect(search).not.toHaveProperty('candidate');
    await expect(promote(storage, 'search', author)).rejects.toThrow('There is no candidate of "search".');
  });

  it('is withdrawn, stays in its folder, and can be tried again with another audience', async () => {
    await release('search', 'one');
    const { version } = await releaseBuild('search', { content: 'two' }, { audience: { percent: 5 } });
    await expect(withdraw(storage, 'search', author, '9-other')).rejects.toThrow(
      'There is no candidate 9-other of "search".',
    );
    expect(await withdraw(storage, 'search', { by: 'edge', reason: 'errors' })).toBe(version);
    expect((await readReleaseTable(storage)).search).not.toHaveProperty('candidate');
    await setCandidate(storage, 'search', version, { percent: 20 }, author);
    const { search } = await readReleaseTable(storage);
    expect(search?.candidate).toMatchObject({ version, audience: { percent: 20 } });
    expect(search?.history.map(({ action, by, reason }) => [action, by, reason])).toEqual([
      ['candidate', 'ana', undefined],
      ['withdrawn', 'edge', 'errors'],
      ['candidate', 'ana', undefined],
      ['released', 'ana', undefined],
    ]);
  });

  it('is not the first release, not the current one, and has no path of another front end', async () => {
    await expect(releaseBuild('search', {}, { audience: {} })).rejects.toThrow(
      'The first release of search cannot be a candidate.',
    );
    const { version } = await releasePaths('search', '/a');
    await expect(setCandidate(storage, 'search', version, {}, author)).rejects.toThrow('is current already');
    await releasePaths('account', '/b');
    const moved = { content: 'moved', routes: [{ path: '/b', screen: 'page' }] };
    await expect(releaseBuild('search', moved, { audience: {} })).rejects.toThrow(
      '/b is also /b of account.',
    );
    const routes = [{ path: '/c', screen: 'page' }];
    const candidate = await releaseBuild(
      'search',
      { content: 'more', routes: [...routes, { path: '/a', screen: 'page' }] },
      { audience: {} },
    );
    await expect(releasePaths('account', '/c', '/a')).rejects.toThrow(
      `account is not released. /c is also /c of the candidate ${candidate.version} of search. /a is also /a of search. First`,
    );
  });

  it('stays when another version is released or rolled back', async () => {
    await release('search', 'one');
    await release('search', 'two');
    const { version } = await releaseBuild('search', { content: 'three' }, { audience: { percent: 1 } });
    await rollBack(storage, 'search', author);
    await release('search', 'four');
    expect((await readReleaseTable(storage)).search?.candidate?.version).toBe(version);
  });

  it('is released once for the same files, with the last audience', async () => {
    await release('search', 'one');
    const first = await releaseBuild('search', { content: 'two' }, { audience: { percent: 1 } });
    const again = await releaseBuild('search', { content: 'two' }, { audience: { percent: 50 } });
    expect(again).toEqual({ ...first, isNew: false });
    expect((await readReleaseTable(storage)).search?.candidate?.audience).toEqual({ percent: 50 });
  });
});

describe('a candidate for nobody', () => {
  /** Ages the last event of search. */
  const age = (minutes: number) =>
    updateReleaseTable(storage, ({ search }) => {
      search!.history[0]!.at = new Date(Date.now() - minutes * 60_000).toISOString();
    });
  const readCandidate = async () => (await readReleaseTable(storage)).search?.candidate?.version;

  it.each([
    ['of a release that may still check it', {}, 59],
    ['is for a brand', { brands: ['sunhop'] }, 61],
    ['is for a share of visitors', { percent: 5 }, 61],
  ])('stays when it is one %s', async (_case, audience, minutes) => {
    await release('search', 'one');
    const { version } = await releaseBuild('search', { content: 'two' }, { audience });
    await age(minutes);
    await prune(storage, 'search', 1, author);
    expect(await readCandidate()).toBe(version);
    const built = await writeBuild('search', { content: 'three' });
    expect(await runCommand(['search', '--built', built, '--site', 'http://localhost:9'])).toBe(
      `search has a candidate: promote or withdraw ${version} first.\n`,
    );
  });

  it('is one for some visitors before, of which the next one takes the place while it is checked', async () => {
    await release('search', 'one');
    await releaseBuild('search', { content: 'two' }, { audience: { percent: 5 } });
    const built = await writeBuild('search', { content: 'three' });
    const args = ['search', '--built', built, '--candidate', '--percent', '5'];
    const output = await runCommand([...args, '--site', 'http://localhost:9'], noBrowser);
    expect(output).toMatch(/^search 3-\w+ is not released\. In the browser:/m);
    expect(await readCandidate()).toBeUndefined();
  });

  it('of the same files is checked again, and released, an hour after a release was killed', async () => {
    await release('search', 'one');
    await releaseBuild('search', { content: 'two' }, { audience: {} });
    await age(61);
    const built = await writeBuild('search', { content: 'two' });
    const args = ['search', '--built', built, '--site', 'http://localhost:9'];
    expect(await runCommand(args, noBrowser)).toMatch(/^search 2-\w+ is not released\. In the browser:/m);
    expect(await readCandidate()).toBeUndefined();
  });

  it('is withdrawn by pruning, and replaced by the next release, an hour after a release was killed', async () => {
    const first = await release('search', 'one');
    await releaseBuild('search', { content: 'two' }, { audience: {} });
    await age(61);
    const built = await writeBuild('search', { content: 'three' });
    const args = ['search', '--built', built, '--site', 'http://localhost:9'];
    const output = await runCommand(args, noBrowser);
    expect(output).toMatch(/^search 3-\w+ is not released\. In the browser:/m);
    expect(await readCandidate()).toBeUndefined();
    const { version } = await releaseBuild('search', { content: 'four' }, { audience: {} });
    await age(61);
    expect(await prune(storage, 'search', 1, author)).not.toContain(version);
    const { search } = await readReleaseTable(storage);
    expect(search).not.toHaveProperty('candidate');
    expect(search?.version).toBe(first.version);
    expect(search?.history[0]).toMatchObject({ action: 'withdrawn', version });
  });
});

describe('any version', () => {
  it('can be current again, also one that was rolled back', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    await rollBack(storage, 'search', author);
    await setCurrent(storage, 'search', second.version, author);
    expect((await readReleaseTable(storage)).search).toMatchObject({
      version: second.version,
      previous: [first.version],
    });
    await expect(setCurrent(storage, 'search', '9-none', author)).rejects.toThrow(
      'The files of search 9-none are missing.',
    );
  });

  it('is not released again by a container that starts again after a rollback', async () => {
    const first = await release('search', 'one');
    const second = await releaseBuild('search', { content: 'two' }, { once: true });
    expect(second.isNew).toBe(true);
    await rollBack(storage, 'search', author);
    const again = await releaseBuild('search', { content: 'two' }, { once: true });
    expect(again).toEqual({ ...second, isNew: false });
    expect((await readReleaseTable(storage)).search?.version).toBe(first.version);
  });

  it('has a record of its commit, author and time', async () => {
    const { version } = await release('search', 'one');
    const [record] = await listRecords(storage, 'search', fail);
    expect(record).toMatchObject({ name: 'search', version, commit: 'c0ffee', by: 'ana' });
    expect(Date.now() - Date.parse(record!.at)).toBeLessThan(600_000);
  });

  it('is in a history without what controls a terminal, whoever wrote its record', async () => {
    const { version } = await release('search', 'one');
    const record = JSON.parse(
      (await storage.read(`search/${version}/.release.json`))!.body.toString(),
    ) as object;
    for (const [other, change] of [
      ['8-a', { by: 'eva\u001B[2J' }],
      ['8-b', { by: 'eva\n  9-z  forged' }],
      ['8-c', { commit: 'x'.repeat(300) }],
      ['8-d', { files: { '\u001B[2J': 1 } }],
    ] as const)
      await storage.write(`search/${other}/.release.json`, JSON.stringify({ ...record, ...change }));
    const printed = await runCommand(['search', '--history'], { RELEASE_BY: 'ana' });
    expect(printed).not.toMatch(/[^\P{Cc}\n]|9-z|xxx/u);
    expect(printed.match(/The record of search 8-\w cannot be read/g)).toHaveLength(4);
  });

  it('has an author and a reason of one line', async () => {
    const by = `ana\n\u001B[2J${'x'.repeat(300)}`;
    await release('search', 'one');
    await releaseBuild('search', { content: 'two' }, { by, reason: by });
    const [event] = (await readReleaseTable(storage)).search!.history;
    expect(event).toMatchObject({ by: event?.reason, reason: expect.stringMatching(/^ana \[2Jx{193}$/) });
  });

  it('is in a history of which nobody reads on, without an error', async () => {
    await release('search', 'one');
    const child = spawn(process.execPath, [releaseCommand, 'search', '--history'], {
      env: { ...process.env, RELEASES_DIR: releases },
    });
    child.stdout.destroy();
    const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe('');
    expect(status).toBe(0);
  });

  it.each(['{', '{}'])('is in the history although the record of another one is %s', async (text) => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    await writeFile(join(releases, 'search', first.version, '.release.json'), text);
    const output = await runCommand(['search', '--history']);
    expect(output).toMatch(new RegExp(`^  ${second.version} .* c0ffee +ana  current$`, 'm'));
    expect(output).toMatch(new RegExp(`^The record of search ${first.version} cannot be read: `, 'm'));
  });

  it('is signed by its team, with the hashes of all its files', async () => {
    const { version } = await release('search', 'one');
    const signed = { name: 'search', version, manifest: 'mf-manifest.json' };
    const keys = parseReleaseKeys(`search=${exportPublicKey(key)}`);
    await expect(assertSigned(storage, signed, keys)).resolves.toBeUndefined();
    const [record] = await listRecords(storage, 'search', fail);
    expect(record?.files['page.js']).toBe(createHash('sha256').update('one').digest('hex'));
  });

  it('is released again with the right key when it was signed with another one', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const first = await releaseBuild('search', { content: 'one' }, { key: other });
    const second = await release('search', 'one');
    expect(second.isNew).toBe(true);
    expect(second.version).not.toBe(first.version);
    expect((await release('search', 'one')).isNew).toBe(false);
  });

  it.each(['', '..', '../shell/1-a', '1-a/'])('is not %j', async (version) => {
    await release('search', 'one');
    await release('search', 'two');
    const message = `"${version}" is not a version.`;
    await expect(setCurrent(storage, 'search', version, author)).rejects.toThrow(message);
    await expect(setCandidate(storage, 'search', version, {}, author)).rejects.toThrow(message);
  });

  it('of a name that every object has is not found', async () => {
    await release('search', 'one');
    await expect(rollBack(storage, 'constructor', author)).rejects.toThrow(
      'no earlier release of "constructor"',
    );
    await expect(setCurrent(storage, 'constructor', '1-a', author)).rejects.toThrow(
      'not in the release table',
    );
  });

  it('is deleted by pruning when it is old and not in use', async () => {
    const versions: string[] = [];
    for (const content of ['one', 'two', 'three', 'four'])
      versions.push((await release('search', content)).version);
    const [one, two, three, four] = versions as [string, string, string, string];
    await setCandidate(storage, 'search', one, {}, author);
    expect(await prune(storage, 'search', 1, author)).toEqual([two]);
    expect((await readdir(join(releases, 'search'))).sort()).toEqual([one, three, four]);
    expect((await readdir(join(releases, '.maps', 'search'))).sort()).toEqual([one, three, four]);
    expect((await readReleaseTable(storage)).search?.previous).toEqual([three, one]);
    expect(await rollBack(storage, 'search', author)).toBe(three);
  });

  it('that was withdrawn takes the place of no other by pruning, and goes with those of its time', async () => {
    const names: string[] = [];
    for (const content of ['one', 'two', 'three']) names.push((await release('search', content)).version);
    for (const content of ['four', 'five']) {
      names.push((await releaseBuild('search', { content }, { audience: { percent: 5 } })).version);
      await withdraw(storage, 'search', author);
    }
    const [one, two, three, four, five] = names;
    expect(await prune(storage, 'search', 2, author)).toEqual([one]);
    for (const content of ['six', 'seven']) await release('search', content);
    expect(await prune(storage, 'search', 2, author)).toEqual([five, four, three, two]);
  });

  it('of which a killed upload or deletion has left files is deleted by pruning after an hour', async () => {
    const { version } = await release('search', 'one');
    const left = ['search/2-dead/page.js', '.maps/search/2-dead/page.js.map'];
    for (const file of left) await storage.write(file, '');
    expect(await prune(storage, 'search', 1, author)).toEqual([]);
    const past = new Date(Date.now() - 61 * 60_000);
    await utimes(join(releases, left[0]!), past, past);
    expect(await prune(storage, 'search', 1, author)).toEqual([]);
    await utimes(join(releases, left[1]!), past, past);
    expect(await prune(storage, 'search', 1, author)).toEqual(['2-dead']);
    for (const folder of ['search', '.maps/search'])
      expect(await readdir(join(releases, folder))).toEqual([version]);
  });

  it('leaves no claim of its number by pruning, unless another process may have it', async () => {
    for (const content of ['one', 'two', 'three']) await release('search', content);
    await storage.write('.numbers/search/4', 'a release that is uploading');
    await prune(storage, 'search', 2, author);
    expect((await readdir(join(releases, '.numbers/search'))).sort()).toEqual(['2', '3', '4']);
    expect((await release('search', 'four')).version).toMatch(/^5-/);
  });

  it('is not rolled back from when another one has become current', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    await expect(rollBack(storage, 'search', author, first.version)).rejects.toThrow(
      `search ${first.version} is not current any more.`,
    );
    expect((await readReleaseTable(storage)).search?.version).toBe(second.version);
  });
});

describe('releases in a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3Sandbox>>;
  beforeAll(async () => {
    s3 = await startS3Sandbox();
  });
  afterAll(() => s3.kill());
  let count = 0;
  beforeEach(async () => {
    count += 1;
    storage = await getReleaseStorage({ ...s3.settings, RELEASES_BUCKET: `releases-${count}` });
  });
  const listVersionsIn = async (folder: string) => [
    ...new Set(
      (await storage.list(`${folder}/`)).map(({ key }) => key.slice(folder.length + 1).split('/')[0]),
    ),
  ];

  it('are published, tried out, promoted, rolled back, set and pruned as in a folder', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    expect(await release('search', 'two')).toEqual({ ...second, isNew: false });
    const third = await releaseBuild('search', { content: 'three' }, { audience: { percent: 5 } });
    await promote(storage, 'search', author, third.version);
    expect(await rollBack(storage, 'search', author)).toBe(second.version);
    await setCurrent(storage, 'search', first.version, author);
    const { search } = await readReleaseTable(storage);
    expect(search).toMatchObject({ version: first.version, previous: [second.version] });
    expect(search?.history[1]).toMatchObject({ version: second.version, from: third.version });
    expect(search?.history.map(({ action }) => action)).toEqual([
      ...['set', 'rolled-back', 'promoted', 'candidate', 'released', 'released'],
    ]);
    const records = await listRecords(storage, 'search', fail);
    expect(records.map(({ version }) => version)).toEqual([third.version, second.version, first.version]);
    expect(await prune(storage, 'search', 1, author)).toEqual([]);
    const fourth = await release('search', 'four');
    expect(await prune(storage, 'search', 1, author)).toEqual([third.version, second.version]);
    for (const folder of ['search', '.maps/search'])
      expect((await listVersionsIn(folder)).sort()).toEqual([first.version, fourth.version]);
    await expect(setCurrent(storage, 'search', second.version, author)).rejects.toThrow('are missing.');
  });

  it('of two publishers at once are both kept, with different numbers', async () => {
    const builds: string[] = [];
    for (const content of ['one', 'two']) {
      builds.push(join(root, content));
      await cp(await writeBuild('search', { content }), join(root, content), { recursive: true });
    }
    const published = await Promise.all(
      builds.map((built) => publish(storage, 'search', built, publication(built))),
    );
    const versions = published.map(({ version }) => version);
    expect(versions.map((version) => Number.parseInt(version, 10)).sort()).toEqual([1, 2]);
    const { search } = await readReleaseTable(storage);
    expect([search?.version, ...search!.previous].sort()).toEqual(versions.toSorted());
    const keys = parseReleaseKeys(`search=${exportPublicKey(key)}`);
    for (const version of versions)
      await assertSigned(storage, { name: 'search', version, manifest: 'mf-manifest.json' }, keys);
  });

  it('of the same files by two publishers at once are one version', async () => {
    const built = await writeBuild('search', { content: 'one' });
    const published = await Promise.all(
      ['a', 'b'].map((sources) => publish(storage, 'search', built, publication(sources))),
    );
    expect(new Set(published.map(({ version }) => version)).size).toBe(1);
    expect(published.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await listVersionsIn('search')).toEqual([published[0]!.version]);
    expect((await readReleaseTable(storage)).search?.previous).toEqual([]);
  });

  it('are as before when the storage fails in the middle of a release', async () => {
    const { version } = await release('search', 'one');
    const before = await readReleaseTable(storage);
    const { fault, clearFaults } = createSandboxControl(s3);
    await fault({
      kind: 'status',
      status: 500,
      method: 'PUT',
      path: `/releases-${count}/table.json`,
      times: 20,
    });
    await expect(release('search', 'two')).rejects.toThrow('not available');
    await clearFaults();
    expect(await readReleaseTable(storage)).toEqual(before);
    expect(await listVersionsIn('search')).toEqual([version]);
    expect((await release('search', 'two')).isNew).toBe(true);
  });
});
