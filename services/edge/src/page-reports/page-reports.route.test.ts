import { existsSync } from 'node:fs';
import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageReport, ReleaseFile } from '@fareline/contracts';
import { releaseFileSchema } from '@fareline/contracts/schemas';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { readCounts, writeCounts } from '@fareline/releases/counts';
import { eventually, startService } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildEdge } from '../app.ts';
import { readConfig } from '../config.ts';
import { limits } from '../limits.ts';
import { sampleTable, startHarness, writeTable, type Harness } from '../testing/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterEach(() => harness.stop());

const post = (body: unknown, ipAddress = '192.0.2.1') =>
  harness.app.inject({
    method: 'POST',
    url: '/api/page-reports',
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      host: 'localhost:3000',
      'x-forwarded-for': ipAddress,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const createReport = (version: string, hasError: boolean): PageReport => ({
  views: [{ frontEnd: 'search', version }],
  errors: hasError ? [{ frontEnd: 'search', version, kind: 'render', name: 'TypeError' }] : [],
  vitals: [],
});
const readTable = async (): Promise<ReleaseFile> =>
  releaseFileSchema.parse(JSON.parse(await readFile(join(harness.dir, 'table.json'), 'utf8')));

const readMetrics = async () => (await harness.app.inject('/metrics')).body.split('\n');

/** Visitors of a version, every second of whom sees an error. */
async function visit(version: string, count: number, getClient: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expect((await post(createReport(version, index % 2 === 0), getClient(index))).statusCode).toBe(204);
}

describe('a candidate whose visitors see errors', () => {
  beforeEach(() =>
    writeTable(harness.dir, {
      ...sampleTable,
      search: {
        ...sampleTable.search,
        candidate: {
          version: '2-bad',
          manifest: '/releases/search/2-bad/mf-manifest.json',
          routes: sampleTable.search!.routes,
          audience: { percent: 5 },
        },
      },
    }),
  );

  it('is withdrawn without a person, while other front ends and the current version stay as they are', async () => {
    await visit('2-bad', 18, () => '192.0.2.1');
    expect((await readTable()).search?.candidate?.version).toBe('2-bad');
    expect(await readMetrics()).toContain('releases_taken_back_total{front_end="search"} 0');
    await visit('2-bad', 4, () => '192.0.2.1');
    const table = await readTable();
    expect(table.search).not.toHaveProperty('candidate');
    expect(table.search?.version).toBe(sampleTable.search?.version);
    expect(table.account).toEqual(sampleTable.account);
    expect(table.search?.history[0]).toMatchObject({
      ...{ version: '2-bad', action: 'withdrawn', by: 'edge' },
      reason: expect.stringMatching(/^\d+ of 2\d views had an error, 0\.0 % before$/) as string,
    });
    expect(await readMetrics()).toContain('releases_taken_back_total{front_end="search"} 1');
  });

  it('is withdrawn although one client says that the current version has errors all the time', async () => {
    const error = { frontEnd: 'search', version: '1-b', kind: 'render', name: 'Error' } as const;
    const inflated = { ...createReport('1-b', false), errors: Array(20).fill(error) };
    for (let index = 0; index < 22; index += 1) await post(inflated, '198.51.100.1');
    await visit('2-bad', 30, () => '192.0.2.1');
    const { body } = await harness.app.inject('/metrics');
    expect(body).toContain(
      'page_errors_total{front_end="search",version="1-b",brand="default",kind="render"} 22',
    );
    for (let index = 0; index < 30; index += 1) await post(createReport('2-bad', true));
    expect((await readTable()).search).not.toHaveProperty('candidate');
  });

  it('stays when versions are reported that nobody has, or front ends that do not exist', async () => {
    await visit('9-other', 40, () => '192.0.2.1');
    const unknown = { frontEnd: 'constructor', version: '1-a' };
    expect((await post({ views: [unknown], errors: [], vitals: [] })).statusCode).toBe(204);
    expect((await readTable()).search?.candidate?.version).toBe('2-bad');
    expect((await harness.app.inject('/metrics')).body).not.toContain('9-other');
  });
});

describe('a current version whose visitors see errors', () => {
  const history = [
    { version: '2-bad', at: new Date().toISOString(), action: 'released', by: 'ana' },
  ] satisfies ReleaseFile[string]['history'];
  beforeEach(() =>
    writeTable(harness.dir, {
      ...sampleTable,
      search: { ...sampleTable.search, version: '2-bad', previous: ['1-b'], history },
    }),
  );

  it('goes back to the previous one when they are several clients', async () => {
    await visit('2-bad', 30, (index) => `192.0.${index}.1`);
    expect((await readTable()).search).toMatchObject({ version: '1-b', previous: [] });
  });

  it.each([
    ['one', () => '192.0.2.1'],
    ['one range of a provider', (index: number) => `192.0.2.${index}`],
    ['one range of a provider', (index: number) => `2001:db8:1:${index}::1`],
  ])('stays when they are all of %s, who may only claim it', async (_case, getClient) => {
    await visit('2-bad', 60, getClient);
    expect((await readTable()).search?.version).toBe('2-bad');
  });

  it('stays when the files of the previous one are gone', async () => {
    await writeTable(harness.dir, {
      ...sampleTable,
      search: { ...sampleTable.search, version: '2-bad', previous: ['0-gone'], history },
    });
    await visit('2-bad', 30, (index) => `192.0.${index}.1`);
    expect((await readTable()).search?.version).toBe('2-bad');
  });
});

describe('page reports', () => {
  it('are counted by release and brand, and measured', async () => {
    await post({
      ...createReport('1-b', true),
      vitals: [
        { name: 'LCP', value: 1200, frontEnd: 'search' },
        { name: 'CLS', value: 0.02, frontEnd: 'search' },
        { name: 'INP', value: 90, frontEnd: 'nobody' },
        { name: 'INP', value: 90, frontEnd: 'constructor' },
      ],
    });
    const metrics = (await harness.app.inject('/metrics')).body.split('\n');
    expect(metrics).toEqual(
      expect.arrayContaining([
        'page_views_total{front_end="search",version="1-b",brand="default"} 1',
        'page_errors_total{front_end="search",version="1-b",brand="default",kind="render"} 1',
        'page_largest_contentful_paint_seconds_sum{front_end="search"} 1.2',
        'page_layout_shift_sum{front_end="search"} 0.02',
      ]),
    );
    expect(metrics.join('\n')).not.toMatch(/nobody|constructor/);
  });

  it.each([
    ['text', 'x'],
    ['no fields', {}],
    [
      'a name with a message',
      {
        ...createReport('1-b', true),
        errors: [{ frontEnd: 'search', version: '1-b', kind: 'render', name: 'Error: ana@x.example' }],
      },
    ],
    [
      'too many views',
      { views: Array(21).fill({ frontEnd: 'search', version: '1-b' }), errors: [], vitals: [] },
    ],
    ['too many bytes', { ...createReport('1-b', true), more: 'x'.repeat(9000) }],
  ])('with %s are refused', async (_case, body) =>
    expect((await post(body)).statusCode).toBeGreaterThanOrEqual(400),
  );

  it('are limited for each client and for all', async () => {
    const { network } = limits.pageReportsPerMinute;
    for (let index = 0; index < network; index += 1) await post(createReport('1-b', false));
    expect((await post(createReport('1-b', false))).statusCode).toBe(429);
    expect((await post(createReport('1-b', false), '198.51.100.1')).statusCode).toBe(204);
  });

  it('of one client do not keep the errors of others out of the log', async () => {
    const edge = await startService('services/edge/src/main.ts', { ...harness.env, LOG_LEVEL: 'info' });
    const report = (place: string, ipAddress: string) =>
      fetch(`${edge.url}/api/page-reports`, {
        method: 'POST',
        headers: { 'x-forwarded-for': ipAddress },
        body: JSON.stringify({
          ...{ views: [], vitals: [] },
          errors: [{ frontEnd: 'search', version: '1-b', kind: 'script', name: 'Error', place }],
        }),
      });
    for (let index = 0; index < 70; index += 1) await report(`fake/${index}`, '198.51.100.1');
    await report('search/1-b/real.js', '192.0.2.1');
    await edge.kill();
    const lines = edge
      .output()
      .split('\n')
      .filter((line) => line.includes('A page had an error.'));
    expect(lines).toHaveLength(limits.pageErrorLinesPerMinute.network + 1);
    expect(lines.at(-1)).toContain('real.js');
  });

  it('write an error to the log once a minute, with release, place and screen', async () => {
    const edge = await startService('services/edge/src/main.ts', { ...harness.env, LOG_LEVEL: 'info' });
    const error = {
      ...{ frontEnd: 'search', version: '1-b', kind: 'render', name: 'TypeError' },
      ...{ place: 'search/1-b/home.1.js:1:20', route: '/flight/:id' },
    };
    for (let index = 0; index < 3; index += 1)
      await fetch(`${edge.url}/api/page-reports`, {
        method: 'POST',
        body: JSON.stringify({ views: [], errors: [error], vitals: [] }),
      });
    await edge.kill();
    const lines = edge
      .output()
      .split('\n')
      .filter((line) => line.includes('A page had an error.'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, pageError: error, brand: 'default' });
  });
});

it('what was counted is written for the administrators and removed when the edge ends', async () => {
  await visit('1-b', 4, () => '192.0.2.1');
  const counts = await eventually(async () => {
    const found = await readCounts(createFolderStorage(harness.dir));
    return Object.keys(found).length > 0 ? found : undefined;
  });
  expect(counts).toEqual({ 'search 1-b': { views: 4, errors: 2 } });
  await harness.app.close();
  expect(await readCounts(createFolderStorage(harness.dir))).toEqual({});
  expect(existsSync(join(harness.dir, '.health'))).toBe(false);
});

it('what an edge that was killed has counted is removed when another one starts', async () => {
  const storage = createFolderStorage(harness.dir);
  for (const [instance, minutesAgo] of [
    ['killed-1', 2],
    ['running-1', 0],
  ] as const) {
    await writeCounts(storage, instance, {});
    const at = Date.now() / 1000 - minutesAgo * 60;
    await utimes(join(harness.dir, `.health/${instance}.json`), at, at);
  }
  const other = await buildEdge(readConfig(harness.env));
  await other.ready();
  expect((await storage.list('.health/')).map(({ key }) => key)).not.toContain('.health/killed-1.json');
  expect(await storage.getTag('.health/running-1.json')).toBeDefined();
  await other.close();
});
