import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '@fareline/service-kit/config';
import { createSandboxControl, startS3Sandbox } from '@fareline/service-kit/testing';
import { connectReleaseStorage, releaseStorageShape } from './connect.ts';
import { createFolderStorage } from './folder-storage.ts';
import { readReleaseTable, updateReleaseTable } from './release-table.ts';
import { readFiles, removeBelow, type ReleaseStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const s3 = await startS3Sandbox();
afterAll(() => s3.kill());
const connectBucket = (settings: Record<string, string> = s3.settings) =>
  connectReleaseStorage(parseConfig(releaseStorageShape, settings));

const storages: [string, () => Promise<ReleaseStorage | undefined>][] = [
  ['a folder', () => connectBucket({ RELEASES_DIR: folder })],
  ['a bucket', () => connectBucket()],
];

describe.each(storages)('releases in %s', async (_name, connect) => {
  const storage = (await connect())!;
  /** A prefix that no other test has. */
  const createPrefix = () => `${randomUUID()}/`;
  const readText = async (key: string) => (await storage.read(key))?.body.toString();

  it('have nothing with an absent key, below which nothing is listed and deletion is no error', async () => {
    const key = `${createPrefix()}none`;
    expect(await storage.getTag(key)).toBeUndefined();
    expect(await storage.read(key)).toBeUndefined();
    expect(await storage.list(`${key}/`)).toEqual([]);
    await expect(storage.remove([key])).resolves.toBeUndefined();
    await expect(removeBelow(storage, `${key}/`)).resolves.toBeUndefined();
    expect(await storage.writeIf(key, 'new', 'a tag')).toBe(false);
    expect(await readText(key)).toBeUndefined();
  });

  it('have no object with the key of those above it', async () => {
    const prefix = createPrefix();
    await storage.write(`${prefix}1-a/page.js`, 'x');
    expect(await storage.getTag(`${prefix}1-a`)).toBeUndefined();
    expect(await storage.read(`${prefix}1-a`)).toBeUndefined();
    expect(await storage.read(`${prefix}1-a/page.js/more`)).toBeUndefined();
  });

  it('have the bytes that were written, with another tag after each change', async () => {
    const key = `${createPrefix()}.maps/face.1.woff2`;
    const bytes = Buffer.from([0, 255, 10, 128]);
    await storage.write(key, bytes);
    const first = await storage.read(key);
    expect(first?.body.equals(bytes)).toBe(true);
    expect(await storage.getTag(key)).toBe(first?.tag);
    await storage.write(key, 'other');
    expect(await readText(key)).toBe('other');
    expect(await storage.getTag(key)).not.toBe(first?.tag);
  });

  it('have an object of the one process that was first to create it', async () => {
    const key = `${createPrefix()}claim`;
    const bodies = Array.from({ length: 8 }, (_, index) => `of ${index}`);
    const created = await Promise.all(bodies.map((body) => storage.writeIf(key, body, undefined)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await readText(key)).toBe(bodies[created.indexOf(true)]);
  });

  it('have the change of the one process that was first to change an object', async () => {
    const key = `${createPrefix()}table.json`;
    await storage.write(key, 'old');
    const tag = await storage.getTag(key);
    const bodies = Array.from({ length: 8 }, (_, index) => `of ${index}`);
    const changed = await Promise.all(bodies.map((body) => storage.writeIf(key, body, tag)));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await readText(key)).toBe(bodies[changed.indexOf(true)]);
    expect(await storage.writeIf(key, 'late', tag)).toBe(false);
    expect(await storage.writeIf(key, 'new', undefined)).toBe(false);
  });

  it('show a reader the old or the new object, never a part of one', async () => {
    const key = `${createPrefix()}big.json`;
    const versions = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await storage.write(key, versions[0]!);
    let isDone = false;
    const reading = (async () => {
      while (!isDone) expect(versions).toContain(await readText(key));
    })();
    for (let index = 0; index < 10; index += 1) await storage.write(key, versions[index % 2]!);
    isDone = true;
    await reading;
  });

  it('lists all of more than 1,000 keys of a prefix, and deletes them', async () => {
    const prefix = createPrefix();
    const keys = Array.from({ length: 1005 }, (_, index) => `${prefix}1-a/${index}.js`);
    for (let start = 0; start < keys.length; start += 100)
      await Promise.all(keys.slice(start, start + 100).map((key) => storage.write(key, '')));
    await storage.write(`${prefix}1-ab/page.js`, 'x');
    const listed = await storage.list(`${prefix}1-a/`);
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.toSorted());
    expect(listed.every(({ writtenAt }) => Math.abs(Date.now() - writtenAt) < 3_600_000)).toBe(true);
    await removeBelow(storage, `${prefix}1-a/`);
    expect(await readFiles(storage, prefix)).toEqual(new Map([['1-ab/page.js', Buffer.from('x')]]));
  });

  it('keep all changes of the table by processes at the same time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const entry = { version: '1-a', manifest: '/releases/a/1-a/m.json', routes: [] };
    await Promise.all(
      names.map(async (name) =>
        updateReleaseTable((await connect())!, (table) => {
          table[name] = { ...entry, previous: [], count: 1, sources: '', history: [] };
        }),
      ),
    );
    expect(Object.keys(await readReleaseTable(storage)).sort()).toEqual(names);
  });
});

describe('releases in a folder', () => {
  const storage = createFolderStorage(folder);

  it.each(['../table.json', 'search/../../x', ''])('have no key %j', async (key) => {
    await expect((async () => storage.read(key))()).rejects.toThrow('is outside the releases.');
  });

  it('list no file that is being written and no lock, and keep no empty folder', async () => {
    const prefix = `${randomUUID()}/`;
    await storage.write(`${prefix}a/b`, 'x');
    await storage.writeIf(`${prefix}a/b`, 'y', await storage.getTag(`${prefix}a/b`));
    expect((await storage.list('')).filter(({ key }) => key.startsWith('.work'))).toEqual([]);
    await storage.remove([`${prefix}a/b`]);
    expect(await readdir(folder)).not.toContain(prefix.slice(0, -1));
    expect(await readdir(join(folder, '.work'))).toEqual([]);
  });
});

describe('releases in a bucket', async () => {
  const storage = (await connectBucket())!;
  const { fault } = createSandboxControl(s3);
  const key = `${randomUUID()}/table.json`;
  const refusal = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }) as Error;

  it('are unavailable, with a code, when the storage is down', async () => {
    const down = { ...s3.settings, RELEASES_ENDPOINT: 'http://127.0.0.1:1' };
    const unreachable = (await connectBucket(down))!;
    const calls: (() => Promise<unknown>)[] = [
      () => unreachable.read('a'),
      () => unreachable.getTag('a'),
      () => unreachable.write('a', ''),
      () => unreachable.writeIf('a', '', undefined),
      () => unreachable.list(''),
      () => unreachable.remove(['a']),
      () => readReleaseTable(unreachable),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refusal);
  });

  it('are unavailable when the storage refuses the key', async () => {
    await fault({ kind: 'status', status: 403, path: '/releases' });
    await expect(storage.read('a')).rejects.toEqual(refusal);
  });

  it('are read again after an error of the storage', async () => {
    await storage.write(key, 'x');
    await fault({ kind: 'status', status: 500, path: `/releases/${key}` });
    expect((await storage.read(key))?.body.toString()).toBe('x');
  });

  it('have a change whose answer was lost once, and not as that of somebody else', async () => {
    const tag = await storage.getTag(key);
    await fault({ kind: 'commit_and_drop', method: 'PUT', path: `/releases/${key}` });
    expect(await storage.writeIf(key, 'changed', tag)).toBe(true);
    expect((await storage.read(key))?.body.toString()).toBe('changed');
  });

  it('keep the files of a version that were read when the storage is down, and forget those that they delete', async () => {
    const file = 'search/1-a/page.js';
    await storage.write(file, 'x');
    await storage.read(file);
    await fault({ kind: 'status', status: 500, path: `/releases/${file}`, times: 20 });
    expect((await storage.read(file))?.body.toString()).toBe('x');
    await createSandboxControl(s3).clearFaults();
    await storage.remove([file]);
    expect(await storage.read(file)).toBeUndefined();
  });

  it('need both parts of a key', async () => {
    await expect(connectBucket({ ...s3.settings, AWS_SECRET_ACCESS_KEY: '' })).rejects.toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set together',
    );
  });
});
