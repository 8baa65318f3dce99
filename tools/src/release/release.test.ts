import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseFileSchema } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { findFrontEnd, listFrontEnds, getReleasesDir } from '../front-ends/front-ends.ts';
import { publish } from './publish.ts';
import { hashSources } from './source-hash.ts';
import { updateReleaseTable, readReleaseTable } from '../front-ends/release-table.ts';
import { removeRelease, rollBack } from './rollback.ts';

let root: string;
let releases: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'releases-'));
  releases = join(root, 'releases');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes a built front end whose script is `content`, and returns its folder. */
async function writeBuild(name: string, content: string): Promise<string> {
  const dist = join(root, 'dist', name);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'manifest.json'), JSON.stringify({ name, content }));
  await writeFile(join(dist, 'routes.js'), content);
  await writeFile(join(dist, 'routes.js.map'), '{}');
  return dist;
}
const release = async (name: string, content: string) =>
  publish(releases, name, await writeBuild(name, content), `sources of ${content}`);

describe('releasing', () => {
  it('adds a folder without source maps and makes it current', async () => {
    const { version, isNew } = await release('search', 'one');
    expect(isNew).toBe(true);
    const table = await readReleaseTable(releases);
    expect(table.search).toMatchObject({
      version,
      manifest: `/releases/search/${version}/manifest.json`,
      sources: 'sources of one',
    });
    expect((await readdir(join(releases, 'search', version))).sort()).toEqual(['manifest.json', 'routes.js']);
    expect(await readdir(join(releases, '.maps', 'search', version))).toEqual(['routes.js.map']);
  });

  it('changes neither earlier folders nor entries of other front ends', async () => {
    const first = await release('search', 'one');
    await release('booking', 'b');
    const before = await readReleaseTable(releases);
    const second = await release('search', 'two');
    const after = await readReleaseTable(releases);
    expect(after.booking).toEqual(before.booking);
    expect(after.search).toMatchObject({ version: second.version, previous: [first.version] });
    expect(await readFile(join(releases, 'search', first.version, 'routes.js'), 'utf8')).toBe('one');
  });

  it('adds no release when the files are unchanged, but stores the new hash of the sources', async () => {
    const first = await release('search', 'one');
    const again = await publish(releases, 'search', await writeBuild('search', 'one'), 'other sources');
    expect(again).toEqual({ ...first, isNew: false });
    expect((await readReleaseTable(releases)).search).toMatchObject({
      previous: [],
      sources: 'other sources',
    });
    expect(await readdir(join(releases, 'search'))).toEqual([first.version]);
  });

  it('rejects a front end that was not built', async () => {
    await mkdir(join(root, 'empty'));
    await expect(publish(releases, 'search', join(root, 'empty'), '')).rejects.toThrow(
      'build "search" first',
    );
    expect(await readReleaseTable(releases)).toEqual({});
  });

  it('keeps all of several concurrent releases, and readers never see an incomplete table', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    let isDone = false;
    const reader = (async () => {
      while (!isDone) releaseFileSchema.parse(await readReleaseTable(releases));
    })();
    await Promise.all(names.map(async (name) => publish(releases, name, await writeBuild(name, name), '')));
    isDone = true;
    await reader;
    expect(Object.keys(await readReleaseTable(releases)).sort()).toEqual(names);
    expect((await readdir(releases)).filter((file) => file.startsWith('table')).sort()).toEqual([
      'table.json',
    ]);
  });

  it('leaves the table unchanged when an update fails', async () => {
    await release('search', 'one');
    const before = await readReleaseTable(releases);
    await expect(
      updateReleaseTable(releases, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readReleaseTable(releases)).toEqual(before);
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
    const shell = await writeBuild('shell', 'shell');
    const manifest = { scripts: ['main.js'], styles: [], fonts: [], chunks: {}, routes: [] };
    await writeFile(
      join(shell, 'manifest.json'),
      JSON.stringify({ ...manifest, shared: { '@fareline/ui-theme': '1.2.0' } }),
    );
    await publish(releases, 'shell', shell, '');
    const dist = await writeBuild('search', version);
    await rm(join(dist, 'manifest.json'));
    const metaData = { remoteEntry: { name: 'remoteEntry.js' }, routes: [] };
    await writeFile(
      join(dist, 'mf-manifest.json'),
      JSON.stringify({ metaData, exposes: [], shared: [shared(version, files)] }),
    );
    return publish(releases, 'search', dist, '');
  }

  it.each(['1.3.0', '2.0.0'])(
    'is rejected when it needs %s and the shell provides 1.2.0',
    async (version) => {
      await expect(releaseWith(version, [])).rejects.toThrow(
        `needs @fareline/ui-theme ^${version}, and the released shell provides 1.2.0. Release the shell first.`,
      );
      expect(Object.keys(await readReleaseTable(releases))).toEqual(['shell']);
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

describe('rollback', () => {
  it('makes the previous release current, and later releases continue the numbering', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    expect(await rollBack(releases, 'search')).toBe(first.version);
    expect((await readReleaseTable(releases)).search).toMatchObject({
      version: first.version,
      manifest: `/releases/search/${first.version}/manifest.json`,
      previous: [],
    });
    const third = await release('search', 'three');
    expect(third.version).toMatch(/^3-/);
    expect(await readdir(join(releases, 'search'))).toContain(second.version);
  });

  it('keeps the hash of the sources, so that the next start does not release them again', async () => {
    await release('search', 'one');
    await release('search', 'two');
    await rollBack(releases, 'search');
    expect((await readReleaseTable(releases)).search?.sources).toBe('sources of two');
  });

  it('fails when there is no earlier release', async () => {
    await expect(rollBack(releases, 'search')).rejects.toThrow('no earlier release of "search"');
    const { version } = await release('search', 'one');
    await expect(rollBack(releases, 'search')).rejects.toThrow('no earlier release of "search"');
    expect((await readReleaseTable(releases)).search?.version).toBe(version);
  });

  it('removes a front end from the table and keeps its folders', async () => {
    const { version } = await release('search', 'one');
    await removeRelease(releases, 'search');
    expect(await readReleaseTable(releases)).toEqual({});
    expect(await readdir(join(releases, 'search'))).toEqual([version]);
    await expect(removeRelease(releases, 'search')).rejects.toThrow('not in the release table');
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
