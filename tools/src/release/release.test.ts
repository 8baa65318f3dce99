import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseFileSchema } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { frontEnd, frontEnds, releasesDir } from './front-ends.ts';
import { publish } from './publish.ts';
import { sourceStamp } from './source-stamp.ts';
import { changeTable, readTable } from './table.ts';
import { removeRelease, turnBack } from './turn-back.ts';

let root: string;
let releases: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'releases-'));
  releases = join(root, 'releases');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A built front end whose script says `content`. */
async function built(name: string, content: string): Promise<string> {
  const dist = join(root, 'dist', name);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'manifest.json'), JSON.stringify({ name, content }));
  await writeFile(join(dist, 'routes.js'), content);
  await writeFile(join(dist, 'routes.js.map'), '{}');
  return dist;
}
const release = async (name: string, content: string) =>
  publish(releases, name, await built(name, content), `sources of ${content}`);

describe('releasing', () => {
  it('adds a folder of its own and makes it the current one, without source maps in it', async () => {
    const { version, isNew } = await release('search', 'one');
    expect(isNew).toBe(true);
    const table = await readTable(releases);
    expect(table.search).toMatchObject({
      version,
      manifest: `/releases/search/${version}/manifest.json`,
      sources: 'sources of one',
    });
    expect((await readdir(join(releases, 'search', version))).sort()).toEqual(['manifest.json', 'routes.js']);
    expect(await readdir(join(releases, '.maps', 'search', version))).toEqual(['routes.js.map']);
  });

  it('changes neither the earlier folder nor any other front end’s entry', async () => {
    const first = await release('search', 'one');
    await release('booking', 'b');
    const before = await readTable(releases);
    const second = await release('search', 'two');
    const after = await readTable(releases);
    expect(after.booking).toEqual(before.booking);
    expect(after.search).toMatchObject({ version: second.version, previous: [first.version] });
    expect(await readFile(join(releases, 'search', first.version, 'routes.js'), 'utf8')).toBe('one');
  });

  it('releases nothing when the files are those of the current release, and remembers the sources', async () => {
    const first = await release('search', 'one');
    const again = await publish(releases, 'search', await built('search', 'one'), 'other sources');
    expect(again).toEqual({ ...first, isNew: false });
    expect((await readTable(releases)).search).toMatchObject({ previous: [], sources: 'other sources' });
    expect(await readdir(join(releases, 'search'))).toEqual([first.version]);
  });

  it('refuses what was not built', async () => {
    await mkdir(join(root, 'empty'));
    await expect(publish(releases, 'search', join(root, 'empty'), '')).rejects.toThrow(
      'build "search" first',
    );
    expect(await readTable(releases)).toEqual({});
  });

  it('loses none of several releases at once, and readers never see half a table', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    let isDone = false;
    const reader = (async () => {
      while (!isDone) releaseFileSchema.parse(await readTable(releases));
    })();
    await Promise.all(names.map(async (name) => publish(releases, name, await built(name, name), '')));
    isDone = true;
    await reader;
    expect(Object.keys(await readTable(releases)).sort()).toEqual(names);
    expect((await readdir(releases)).filter((file) => file.startsWith('table')).sort()).toEqual([
      'table.json',
    ]);
  });

  it('leaves the table as it was when a change fails', async () => {
    await release('search', 'one');
    const before = await readTable(releases);
    await expect(
      changeTable(releases, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readTable(releases)).toEqual(before);
    await expect(release('search', 'two')).resolves.toMatchObject({ isNew: true });
  });
});

describe('a remote that shares libraries with the shell', () => {
  const shared = (version: string, files: string[]) => ({
    name: '@fareline/ui-theme',
    requiredVersion: `^${version}`,
    assets: { js: { sync: files, async: [] } },
  });
  /** Publishes a search app that needs that version, after a shell that provides 1.2.0. */
  async function releaseWith(version: string, files: string[]) {
    const shell = await built('shell', 'shell');
    const provided = { scripts: ['main.js'], styles: [], fonts: [], chunks: {}, routes: [] };
    await writeFile(
      join(shell, 'manifest.json'),
      JSON.stringify({ ...provided, shared: { '@fareline/ui-theme': '1.2.0' } }),
    );
    await publish(releases, 'shell', shell, '');
    const dist = await built('search', version);
    await rm(join(dist, 'manifest.json'));
    const metaData = { remoteEntry: { name: 'remoteEntry.js' }, routes: [] };
    await writeFile(
      join(dist, 'mf-manifest.json'),
      JSON.stringify({ metaData, exposes: [], shared: [shared(version, files)] }),
    );
    return publish(releases, 'search', dist, '');
  }

  it.each(['1.3.0', '2.0.0'])(
    'is refused where it needs %s and the shell provides 1.2.0',
    async (version) => {
      await expect(releaseWith(version, [])).rejects.toThrow(
        `needs @fareline/ui-theme ^${version}, and the released shell provides 1.2.0. Release the shell first.`,
      );
      expect(Object.keys(await readTable(releases))).toEqual(['shell']);
    },
  );

  it.each([
    ['needs what the shell provides', '1.2.0', []],
    ['needs an older one', '1.1.0', []],
    ['brings a newer one itself', '2.0.0', ['own-copy.js']],
  ])('is released where it %s', async (_what, version, files) => {
    await expect(releaseWith(version, files)).resolves.toMatchObject({ isNew: true });
  });
});

describe('going back', () => {
  it('makes the release before the current one again, and a later release goes on counting', async () => {
    const first = await release('search', 'one');
    const second = await release('search', 'two');
    expect(await turnBack(releases, 'search')).toBe(first.version);
    expect((await readTable(releases)).search).toMatchObject({
      version: first.version,
      manifest: `/releases/search/${first.version}/manifest.json`,
      previous: [],
    });
    const third = await release('search', 'three');
    expect(third.version).toMatch(/^3-/);
    expect(await readdir(join(releases, 'search'))).toContain(second.version);
  });

  it('is not undone by a start that finds the sources as they were', async () => {
    await release('search', 'one');
    await release('search', 'two');
    await turnBack(releases, 'search');
    expect((await readTable(releases)).search?.sources).toBe('sources of two');
  });

  it('says that there is nothing to go back to', async () => {
    await expect(turnBack(releases, 'search')).rejects.toThrow('no earlier release of "search"');
    const { version } = await release('search', 'one');
    await expect(turnBack(releases, 'search')).rejects.toThrow('no earlier release of "search"');
    expect((await readTable(releases)).search?.version).toBe(version);
  });

  it('takes a front end out of the table and leaves its folders', async () => {
    const { version } = await release('search', 'one');
    await removeRelease(releases, 'search');
    expect(await readTable(releases)).toEqual({});
    expect(await readdir(join(releases, 'search'))).toEqual([version]);
    await expect(removeRelease(releases, 'search')).rejects.toThrow('not in the release table');
  });
});

describe('front ends of this repository', () => {
  it('are found by name or folder', () => {
    expect(frontEnds().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search', 'booking', 'account', 'shell']),
    );
    expect(frontEnd('search-mfe')).toEqual(frontEnd('search'));
    expect(() => frontEnd('nothing')).toThrow(/There are: .*search/);
  });

  it('keep their stamp while nothing changes, and each has its own', async () => {
    const [search, account] = [frontEnd('search').dir, frontEnd('account').dir];
    expect(await sourceStamp(search)).toBe(await sourceStamp(search));
    expect(await sourceStamp(search)).not.toBe(await sourceStamp(account));
  });

  it('are released into the local data unless a folder is named', () => {
    expect(releasesDir({ RELEASES_DIR: '/srv/x' })).toBe('/srv/x');
    expect(releasesDir({ FARELINE_DATA: '/srv/data' })).toBe('/srv/data/releases');
    expect(releasesDir({ FARELINE_DATA: '.data-x' })).toBe(join(repoRoot, '.data-x/releases'));
    expect(releasesDir({})).toMatch(/\.data\/releases$/);
  });
});
