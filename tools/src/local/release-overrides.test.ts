import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { readStartTime } from './process-status.ts';
import { createDevVersion, addOverrides, removeStaleOverrides } from './release-overrides.ts';

let releases: string;
let storage: ReleaseStorage;
beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'dev-'));
  storage = createFolderStorage(releases);
});
afterEach(() => rm(releases, { recursive: true, force: true }));
const createOverride = (version: string, port = 8080) => ({
  version,
  manifest: `http://localhost:${port}/mf-manifest.json`,
  routes: [{ path: '/', screen: 'home' }],
});
const readOverrides = async () => JSON.parse(await readFile(join(releases, 'dev.json'), 'utf8')) as unknown;

it('adds overrides until they are removed, and keeps those of other processes', async () => {
  const search = createOverride('dev');
  const booking = createOverride('dev', 8081);
  const removeOverrides = await addOverrides(storage, { search });
  await addOverrides(storage, { booking });
  expect(await readOverrides()).toEqual({ search, booking });
  await removeOverrides();
  expect(await readOverrides()).toEqual({ booking });
});

it('removes the overrides of killed processes only', async () => {
  const exitedPid = spawnSync(process.execPath, ['-e', '']).pid;
  const exited = `dev-${exitedPid}-1`;
  const reusedId = `dev-${process.ppid}-1`;
  const running = `dev-${process.ppid}-${readStartTime(process.ppid)}`;
  for (const version of ['1-a', exited, running]) await storage.write(`shell/${version}/main.js`, '');
  const entries = {
    search: createOverride(exited),
    booking: createOverride(reusedId),
    shell: createOverride(running),
  };
  await addOverrides(storage, { ...entries, account: createOverride(createDevVersion()) });
  await removeStaleOverrides(storage);
  expect(await readOverrides()).toEqual({
    shell: entries.shell,
    account: createOverride(createDevVersion()),
  });
  expect((await readdir(join(releases, 'shell'))).sort()).toEqual(['1-a', running]);
});
