import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { override } from './override.ts';

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
