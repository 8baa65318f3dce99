import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  releaseFormat,
  type PublicBrand,
  type ReleaseFile,
  type Route,
  type ShellManifest,
} from '@fareline/contracts';
import {
  defaultBrand,
  prerenderedFile,
  prerenderedPagesSchema,
  toPublicBrand,
} from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import type { ReleaseStorage } from '@fareline/releases/storage';
import { listPrerenderedBrands, prerenderReleases } from './prerender-releases.ts';

let releases: string;
let storage: ReleaseStorage;
let failures: string[];

beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'prerender-'));
  storage = createFolderStorage(releases);
  failures = [];
});
afterEach(() => rm(releases, { recursive: true, force: true }));

const frameSource =
  'exports.renderFrame = async ({ brand, content }) => `<header>${brand.name}</header>${content}`';
const screenSource =
  'exports.renderScreen = ({ brand, path }) => `<h1>${brand.content.headline}${path}</h1>`';

const createEntry = (
  name: string,
  version: string,
  manifest: string,
  routes: Route[],
): ReleaseFile[string] => ({
  ...{ version, manifest: `/releases/${name}/${version}/${manifest}`, routes },
  ...{ previous: [], count: 1, sources: '', history: [] },
});

const shellManifest: ShellManifest = {
  format: releaseFormat,
  ...{ scripts: ['main.js'], styles: [], fonts: [], chunks: {}, shared: {} },
  routes: [{ path: '/faq', screen: 'page-faq' }],
  frame: 'server/prerender.cjs',
};
const searchRoutes: Route[] = [
  { path: '/', screen: 'home', prerendered: true },
  { path: '/search', screen: 'results' },
];

async function writeReleaseFile(file: string, content: unknown): Promise<void> {
  const path = join(releases, file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Writes releases of a shell and a search front end with these rendering scripts. */
async function release({ frame = frameSource, screen = screenSource, version = '1-b' } = {}): Promise<void> {
  await writeReleaseFile('shell/1-a/manifest.json', shellManifest);
  await writeReleaseFile('shell/1-a/server/prerender.cjs', frame);
  await writeReleaseFile(`search/${version}/server/prerender.cjs`, screen);
  await writeReleaseFile('table.json', {
    shell: createEntry('shell', '1-a', 'manifest.json', shellManifest.routes),
    search: createEntry('search', version, 'mf-manifest.json', searchRoutes),
  });
}

const prerender = (brands: PublicBrand[] = [], timeoutMs?: number) =>
  prerenderReleases({ storage, brands, onFailure: (message) => failures.push(message), timeoutMs });

async function readPages(brand: string, version = '1-b'): Promise<Record<string, string> | undefined> {
  const file = join(releases, prerenderedFile({ shell: '1-a', name: 'search', version, brand }));
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : prerenderedPagesSchema.parse(JSON.parse(text)).pages;
}

const sky: PublicBrand = toPublicBrand({ ...defaultBrand, id: 'sky', name: 'Sky Deals' });

describe('prerendered pages', () => {
  it('are those that the remote marks as prerendered, for the default brand and all other brands', async () => {
    await release();
    expect(await prerender([sky])).toBe(2);
    const markup = (name: string) => `<header>${name}</header><h1>${defaultBrand.content.headline}/</h1>`;
    expect(await readPages(defaultBrand.id)).toEqual({ '/': markup(defaultBrand.name) });
    expect(await readPages('sky')).toEqual({ '/': markup('Sky Deals') });
    expect(failures).toEqual([]);
  });

  it('[CARE-06] are also those of the shell, with its own script', async () => {
    await release();
    const routes: Route[] = [{ path: '/faq', screen: 'page-faq', prerendered: true }];
    await writeReleaseFile('shell/1-a/server/prerender.cjs', `${frameSource};${screenSource}`);
    await writeReleaseFile('table.json', { shell: createEntry('shell', '1-a', 'manifest.json', routes) });
    expect(await prerender()).toBe(1);
    const key = prerenderedFile({ shell: '1-a', name: 'shell', version: '1-a', brand: defaultBrand.id });
    expect(JSON.parse(await readFile(join(releases, key), 'utf8'))).toMatchObject({
      pages: { '/faq': `<header>${defaultBrand.name}</header><h1>${defaultBrand.content.headline}/faq</h1>` },
    });
  });

  it('are rendered again only for a changed brand or a new version', async () => {
    await release();
    await prerender([sky]);
    expect(await prerender([sky])).toBe(0);
    expect(await prerender([{ ...sky, name: 'Blue Sky' }])).toBe(1);
    expect((await readPages('sky'))?.['/']).toContain('Blue Sky');
    await release({ version: '2-c' });
    expect(await listPrerenderedBrands(storage)).toEqual(
      expect.arrayContaining([toPublicBrand(defaultBrand), { ...sky, name: 'Blue Sky' }]),
    );
    expect(await prerender(await listPrerenderedBrands(storage))).toBe(2);
    expect(await readPages('sky', '2-c')).toBeDefined();
  });

  it('[HOST-05] are rendered for the latest version of each brand, the stored default brand included', async () => {
    for (const [version, name] of [
      ['9-a', 'Old Sky'],
      ['1-b', 'New Sky'],
    ] as const) {
      await release({ version });
      await prerender([{ ...sky, name }]);
    }
    await release({ version: '2-c' });
    await prerender([
      ...(await listPrerenderedBrands(storage)),
      { ...toPublicBrand(defaultBrand), name: 'Fareline West' },
    ]);
    expect((await readPages('sky', '2-c'))?.['/']).toContain('New Sky');
    expect((await readPages(defaultBrand.id, '2-c'))?.['/']).toContain('<header>Fareline West<');
  });

  it('do not exist for an invalid manifest of the shell', async () => {
    await release();
    await writeReleaseFile('shell/1-a/manifest.json', '{"container":"of an older format"}');
    expect(await prerender()).toBe(0);
  });

  it('do not exist when no shell is released', async () => {
    expect(await prerender()).toBe(0);
  });
});

describe('harmful rendering code', () => {
  it.each([
    ['throws', 'exports.renderScreen = () => { throw new Error("no window"); }', /no window/],
    ['is not a script', 'this is not a script', /SyntaxError/],
    ['renders nothing', 'exports.renderScreen = () => undefined', /No screen was rendered/],
    [
      'throws from a timer',
      'setTimeout(() => { throw new Error("late") }); exports.renderScreen = () => new Promise(() => setTimeout(() => {}, 1e6))',
      /late/,
    ],
    ['ends the process', 'process.exit(0)', /./],
    ['writes too much', 'exports.renderScreen = () => "x".repeat(5e6)', /too large/],
  ])('fails only its own pages when it %s', async (_case, screen, reason) => {
    await release({ screen });
    expect(await prerender([sky])).toBe(0);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(reason);
    expect(await readPages(defaultBrand.id)).toBeUndefined();
  });

  it('is killed when it loops endlessly, without blocking this process', async () => {
    await release({ screen: 'exports.renderScreen = () => { for (;;); }' });
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 50);
    expect(await prerender([], 1000)).toBe(0);
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(5);
    expect(failures[0]).toMatch(/longer than 1 s/);
  });

  it('cannot open the debugger of this process', async () => {
    await release({
      screen: `exports.renderScreen = () => { try { process.kill(process.ppid, 'SIGUSR1') } catch {} return 'rendered'; };`,
      frame: 'exports.renderFrame = ({ content }) => content',
    });
    await prerender();
    expect(await readPages(defaultBrand.id)).toEqual({ '/': 'rendered' });
    expect(debuggerUrl()).toBeUndefined();
  });

  it.each([
    ['its environment', 'JSON.stringify(process.env)', '{}'],
    ['the environment of its parent', 'read(`/proc/${process.ppid}/environ`)', 'ERR_ACCESS_DENIED'],
    ['its own environment as a file', 'read("/proc/self/environ")', 'ERR_ACCESS_DENIED'],
    ['another file of the folder', 'read(__dirname + "/../../../table.json")', 'ERR_ACCESS_DENIED'],
    ['a program', 'run("env")', 'ERR_ACCESS_DENIED'],
    ['other processes', 'end(process.ppid, 0)', 'ERR_ACCESS_DENIED'],
    ['a server', 'call({ host: "127.0.0.1", port: 6379 })', 'ERR_ACCESS_DENIED'],
    [
      'a web page',
      'await fetch("http://127.0.0.1:6379").catch(({ cause }) => cause.code)',
      'ERR_ACCESS_DENIED',
    ],
  ])('has no access to %s', async (_resource, expression, expected) => {
    process.env['SERVICE_CREDENTIAL'] = 'a-credential-of-the-tests';
    try {
      await release({
        screen: `const attempt = (act) => (...args) => { try { return act(...args) } catch (error) { return error.code } };
const read = attempt((file) => require('node:fs').readFileSync(file, 'utf8'));
const run = attempt((command) => require('node:child_process').execSync(command));
const end = attempt((pid, signal) => process.kill(pid, signal));
const call = attempt((address) => require('node:net').connect(address).destroyed);
exports.renderScreen = async () => String(${expression});`,
        frame: 'exports.renderFrame = ({ content }) => content',
      });
      await prerender();
    } finally {
      delete process.env['SERVICE_CREDENTIAL'];
    }
    expect(await readPages(defaultBrand.id)).toEqual({ '/': expected });
  });
});

it('--watch exits on SIGTERM and stops a running renderer', async () => {
  await release({ screen: 'exports.renderScreen = () => { for (;;); }' });
  const watching = spawn(process.execPath, [join(import.meta.dirname, 'prerender.ts'), '--watch'], {
    env: {
      RELEASES_DIR: releases,
      ACCOUNTS_URL: 'http://127.0.0.1:9',
      SERVICE_CREDENTIAL: 'credential of a test',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(watching, 'exit');
  try {
    const renderer = await vi.waitUntil(() => findChildPid(watching.pid), { timeout: 15_000 });
    watching.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await vi.waitUntil(() => !isRunning(renderer), { timeout: 15_000 });
  } finally {
    watching.kill('SIGKILL');
  }
});

/** The id of the first child of a process. */
const findChildPid = (pid = 0): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);

/** A zombie process, which has exited but was not waited for, counts as not running. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
