import { setTimeout as wait } from 'node:timers/promises';
import { parseConfig } from '@fareline/service-kit/config';
import { connectReleaseStorage, releaseStorageShape } from '@fareline/releases/connect';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { readFiles, type ReleaseStorage } from '@fareline/releases/storage';
import { startS3Sandbox } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleTable, startHarness, type Harness } from '../testing/harness.ts';

let s3: Awaited<ReturnType<typeof startS3Sandbox>>;
let storage: ReleaseStorage;
let harness: Harness;

/** Copies releases of a folder into the bucket. */
async function upload(dir: string): Promise<void> {
  const files = await readFiles(createFolderStorage(dir));
  await Promise.all([...files].map(([key, content]) => storage.write(key, content)));
}

beforeEach(async () => {
  s3 = await startS3Sandbox();
  storage = (await connectReleaseStorage(parseConfig(releaseStorageShape, s3.settings)))!;
  harness = await startHarness({ ...s3.settings, RELEASES_DIR: '' });
  await upload(harness.dir);
  // The edge has started before there were releases.
  await expect.poll(async () => (await get('/')).statusCode, { timeout: 10_000 }).toBe(200);
});
afterEach(async () => {
  await harness.stop();
  await s3.kill();
});

const get = (url: string) => harness.app.inject({ url, headers: { host: 'localhost' } });
const asset = '/releases/shell/1-a/main.1.js';

it('a site is served from a bucket: pages, table and files', async () => {
  const page = await get('/');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('/releases/search/1-b/remoteEntry.1.js');
  expect((await get('/releases/table.json')).json()).toHaveProperty('search.version', '1-b');
  expect((await get(asset)).body).toContain('console.log(1);');
  expect((await get('/releases/shell/1-a/none.js')).statusCode).toBe(404);
});

it('a new release is served within seconds, and no page waits for it', async () => {
  await get('/');
  const { search } = sampleTable;
  const table = {
    ...sampleTable,
    search: { ...search!, version: '2-c', manifest: '/releases/search/2-c/mf-manifest.json' },
  };
  for (const [file, content] of await readFiles(storage, 'search/1-b/'))
    await storage.write(`search/2-c/${file}`, content);
  await storage.write('table.json', JSON.stringify(table));
  await expect
    .poll(async () => (await get('/releases/table.json')).json<typeof sampleTable>().search?.version, {
      timeout: 10_000,
    })
    .toBe('2-c');
});

it('what was read is served while the storage is down, and nothing before it was read once', async () => {
  expect((await get('/')).statusCode).toBe(200);
  await s3.kill();
  await wait(1100);
  for (const url of ['/', '/releases/table.json', asset, '/'])
    expect((await get(url)).statusCode, url).toBe(200);
  const late = await startHarness({ ...s3.settings, RELEASES_DIR: '' });
  try {
    for (const url of ['/', '/releases/table.json', asset])
      expect((await late.app.inject({ url, headers: { host: 'localhost' } })).statusCode, url).toBe(503);
  } finally {
    await late.stop();
  }
});
