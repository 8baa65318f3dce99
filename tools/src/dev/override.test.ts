import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOf } from '../local/alive.ts';
import { devVersion, override, takeBackLeftOvers } from './override.ts';

let releases: string;
beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'dev-'));
});
afterEach(() => rm(releases, { recursive: true, force: true }));
const table = async () => JSON.parse(await readFile(join(releases, 'dev.json'), 'utf8')) as unknown;

it('names what is being developed until it is taken back, and leaves others’ entries alone', async () => {
  const search = { version: 'dev', manifest: 'http://localhost:8080/manifest.json' };
  const booking = { version: 'dev', manifest: 'http://localhost:8081/manifest.json' };
  const takeBack = await override(releases, { search });
  await override(releases, { booking });
  expect(await table()).toEqual({ search, booking });
  await takeBack();
  expect(await table()).toEqual({ booking });
});

it('takes back what a killed process left behind, and nothing of one that runs', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const gone = `dev-${dead}-1`;
  const idOfAnother = `dev-${process.ppid}-1`;
  const running = `dev-${process.ppid}-${startOf(process.ppid)}`;
  for (const version of ['1-a', gone, running])
    await mkdir(join(releases, 'shell', version), { recursive: true });
  const entryOf = (version: string) => ({ version, manifest: 'http://localhost:8080/manifest.json' });
  const entries = { search: entryOf(gone), booking: entryOf(idOfAnother), shell: entryOf(running) };
  await override(releases, { ...entries, account: entryOf(devVersion()) });
  await takeBackLeftOvers(releases);
  expect(await table()).toEqual({ shell: entries.shell, account: entryOf(devVersion()) });
  expect((await readdir(join(releases, 'shell'))).sort()).toEqual(['1-a', running]);
});
