import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as endpoints from '@fareline/contracts';
import { releaseFormat } from '@fareline/contracts';
import * as services from '@fareline/contracts/services';
import { readContracts } from '@fareline/releases/contracts/conflicts';
import { formatSnapshot, hashSnapshot, type Snapshot } from '@fareline/releases/contracts/snapshot';
import { takeSnapshot } from '@fareline/releases/contracts/take-snapshot';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { promote, rollBack, setCandidate, setCurrent } from '@fareline/releases/versions';
import { listRecords } from '@fareline/releases/record';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFrontEnd, listFrontEnds } from '../../front-ends/front-ends.ts';
import { publish } from '../publish.ts';
import { releaseServices, writeContracts } from './conflicts.ts';

const { privateKey: key } = generateKeyPairSync('ed25519');
let releases: string;
let storage: ReleaseStorage;
beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'releases-'));
  storage = createFolderStorage(releases);
});
afterEach(() => rm(releases, { recursive: true, force: true }));

/** The contracts of this checkout with search at another path. */
function moveSearch(): Snapshot {
  const { searchFlightsContract: contract } = services;
  return takeSnapshot(undefined, {
    ...services,
    searchFlightsContract: { ...contract, path: '/api/flights/offers/search' },
  });
}
const problem = 'searchFlights: it is POST /api/flights/offers/search, was POST /api/flights/search.';

/** Publishes a build of search with the contracts of this checkout. */
async function publishSearch(content: string, options: { audience?: object } = {}) {
  const dist = join(releases, '.build', content);
  await mkdir(dist, { recursive: true });
  const routes = [{ path: '/', screen: 'page' }];
  const metaData = { format: releaseFormat, remoteEntry: { name: 'remoteEntry.js' }, routes };
  const manifest = { metaData, exposes: [], shared: [] };
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'page.js'), content);
  await writeContracts(findFrontEnd('search').dir, dist);
  const publication = { by: 'ana', sources: content, commit: 'c0ffee', key };
  return publish(storage, 'search', dist, { ...publication, ...options });
}

it('a release has the contracts of the endpoints that its front end uses, and their hash', async () => {
  const { version } = await publishSearch('one');
  const contracts = await readContracts(storage, `search/${version}/`);
  expect(Object.keys(contracts!.endpoints)).toEqual(
    expect.arrayContaining(['currentUser', 'getOffer', 'searchFlights']),
  );
  expect(contracts!.endpoints).not.toHaveProperty('saveBrand');
  expect(await listRecords(storage, 'search', String)).toMatchObject([
    { contracts: hashSnapshot(contracts!) },
  ]);
});

it('the text of contracts depends on the contracts only', () => {
  const reversed = Object.fromEntries(Object.entries(services).toReversed());
  const text = formatSnapshot(takeSnapshot());
  expect(formatSnapshot(takeSnapshot(undefined, reversed))).toBe(text);
  expect(hashSnapshot(JSON.parse(text) as Snapshot)).toBe(hashSnapshot(takeSnapshot()));
  expect(hashSnapshot(moveSearch())).not.toBe(hashSnapshot(takeSnapshot()));
});

it('every contract of browsers has the name of its endpoint', () => {
  const names = Object.keys(takeSnapshot().endpoints);
  expect(names.filter((name) => !(name in endpoints))).toEqual([]);
});

it('every front end imports endpoints by their names', async () => {
  for (const { dir } of listFrontEnds()) {
    await writeContracts(dir, releases);
    expect(Object.keys((await readContracts(storage))!.endpoints).length).toBeGreaterThan(1);
  }
});

it('a front end is refused when the running services have other contracts', async () => {
  await writeFile(join(releases, 'services.json'), formatSnapshot(moveSearch()));
  await expect(publishSearch('one')).rejects.toThrow(
    `search is not released. The services differ in ${problem}`,
  );
  await releaseServices(storage, ['flights', 'payments', 'accounts']);
  await expect(publishSearch('one')).resolves.toMatchObject({ isNew: true });
  expect(await readFile(join(releases, 'services.json'), 'utf8')).toBe(formatSnapshot(takeSnapshot()));
});

it('a version becomes neither current nor the candidate when the services have changed since it was built', async () => {
  const author = { by: 'ana' };
  const { version: old } = await publishSearch('one');
  const { version: candidate } = await publishSearch('two', { audience: { percent: 5 } });
  await publishSearch('three');
  await writeFile(join(releases, 'services.json'), formatSnapshot(moveSearch()));
  const before = await readReleaseTable(storage);
  for (const [version, change] of [
    [old, () => rollBack(storage, 'search', author)],
    [old, () => setCurrent(storage, 'search', old, author)],
    [old, () => setCandidate(storage, 'search', old, {}, author)],
    [candidate, () => promote(storage, 'search', author)],
  ] as const)
    await expect(change()).rejects.toThrow(
      `search ${version} is not released. The services differ in ${problem}`,
    );
  expect(await readReleaseTable(storage)).toEqual(before);
  await releaseServices(storage, ['flights']);
  expect(await rollBack(storage, 'search', author)).toBe(old);
});

it('services are refused when a current version or a candidate needs other contracts', async () => {
  const current = await publishSearch('one');
  const candidate = await publishSearch('two', { audience: { percent: 5 } });
  await releaseServices(storage, ['flights'], { onlyCheck: true });
  expect(await readdir(releases)).not.toContain('services.json');
  await releaseServices(storage, ['flights']);
  const recorded = await readFile(join(releases, 'services.json'), 'utf8');
  const checkout = moveSearch();
  await expect(releaseServices(storage, ['flights'], { checkout })).rejects.toThrow(
    [
      'These services do not fit the released front ends.',
      `search ${current.version} (current) would break in ${problem}`,
      `search ${candidate.version} (candidate) would break in ${problem}`,
    ].join('\n'),
  );
  expect(await readFile(join(releases, 'services.json'), 'utf8')).toBe(recorded);
});

it('services and front ends that are released together are not compared with the front ends before', async () => {
  await publishSearch('one');
  await releaseServices(storage, ['flights'], { together: true, checkout: moveSearch() });
  await expect(publishSearch('two')).rejects.toThrow(problem);
});

it('a service that is released alone changes the contracts of no other', async () => {
  await releaseServices(storage, ['flights', 'payments', 'accounts'], { checkout: moveSearch() });
  await releaseServices(storage, ['payments', 'accounts']);
  await expect(publishSearch('one')).rejects.toThrow(problem);
  await releaseServices(storage, ['flights']);
  await expect(publishSearch('one')).resolves.toMatchObject({ isNew: true });
});
