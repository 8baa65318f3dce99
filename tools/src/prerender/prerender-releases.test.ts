import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Brand, ReleaseFile, ShellManifest } from '@fareline/contracts';
import { defaultBrand, prerenderedFile, prerenderedPagesSchema } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brandsOfPages, prerenderReleases } from './prerender-releases.ts';

let releases: string;
let failures: string[];

beforeEach(async () => {
  releases = await mkdtemp(join(tmpdir(), 'prerender-'));
  failures = [];
});
afterEach(() => rm(releases, { recursive: true, force: true }));

const frameSource =
  'exports.renderFrame = async ({ brand, content }) => `<header>${brand.name}</header>${content}`';
const screenSource =
  'exports.renderScreen = ({ brand, path }) => `<h1>${brand.content.headline}${path}</h1>`';

const entryOf = (name: string, version: string, manifest: string): ReleaseFile[string] => ({
  ...{ version, manifest: `/releases/${name}/${version}/${manifest}` },
  ...{ previous: [], count: 1, sources: '' },
});

const shellManifest: ShellManifest = {
  ...{ scripts: ['main.js'], styles: [], fonts: [], chunks: {}, routes: [], shared: {} },
  frame: 'server/prerender.cjs',
};
const remoteManifest = {
  metaData: {
    remoteEntry: { name: 'remoteEntry.js' },
    routes: [
      { path: '/', screen: 'home', prerendered: true },
      { path: '/search', screen: 'results' },
    ],
  },
  ...{ exposes: [], shared: [] },
};

async function put(file: string, content: unknown): Promise<void> {
  const path = join(releases, file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A shell and a search front end with this drawing code. */
async function release({ frame = frameSource, screen = screenSource, version = '1-b' } = {}): Promise<void> {
  await put('shell/1-a/manifest.json', shellManifest);
  await put('shell/1-a/server/prerender.cjs', frame);
  await put(`search/${version}/mf-manifest.json`, remoteManifest);
  await put(`search/${version}/server/prerender.cjs`, screen);
  await put('table.json', {
    shell: entryOf('shell', '1-a', 'manifest.json'),
    search: entryOf('search', version, 'mf-manifest.json'),
  });
}

const draw = (brands: Brand[] = [], timeoutMs?: number) =>
  prerenderReleases({ releases, brands, onFailure: (sentence) => failures.push(sentence), timeoutMs });

async function pagesOf(brand: string, version = '1-b'): Promise<Record<string, string> | undefined> {
  const file = join(releases, prerenderedFile({ shell: '1-a', name: 'search', version, brand }));
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : prerenderedPagesSchema.parse(JSON.parse(text)).pages;
}

const sky: Brand = { ...defaultBrand, id: 'sky', name: 'Sky Deals' };

describe('pages drawn ahead', () => {
  it('are those that the remote marks, for the default brand and each other one', async () => {
    await release();
    expect(await draw([sky])).toBe(2);
    const markup = (name: string) => `<header>${name}</header><h1>${defaultBrand.content.headline}/</h1>`;
    expect(await pagesOf(defaultBrand.id)).toEqual({ '/': markup(defaultBrand.name) });
    expect(await pagesOf('sky')).toEqual({ '/': markup('Sky Deals') });
    expect(failures).toEqual([]);
  });

  it('are drawn again for a brand that changed, and for a new version, but not otherwise', async () => {
    await release();
    await draw([sky]);
    expect(await draw([sky])).toBe(0);
    expect(await draw([{ ...sky, name: 'Blue Sky' }])).toBe(1);
    expect((await pagesOf('sky'))?.['/']).toContain('Blue Sky');
    await release({ version: '2-c' });
    expect(await brandsOfPages(releases)).toEqual(
      expect.arrayContaining([defaultBrand, { ...sky, name: 'Blue Sky' }]),
    );
    expect(await draw(await brandsOfPages(releases))).toBe(2);
    expect(await pagesOf('sky', '2-c')).toBeDefined();
  });

  it('are drawn for a brand as it was last, and for the default brand of this code', async () => {
    for (const [version, name] of [
      ['9-a', 'Old Sky'],
      ['1-b', 'New Sky'],
    ] as const) {
      await release({ version });
      await draw([{ ...sky, name }]);
    }
    await release({ version: '2-c' });
    await draw([...(await brandsOfPages(releases)), { ...defaultBrand, name: 'Older default' }]);
    expect((await pagesOf('sky', '2-c'))?.['/']).toContain('New Sky');
    expect((await pagesOf(defaultBrand.id, '2-c'))?.['/']).toContain(`<header>${defaultBrand.name}<`);
  });

  it('are none for a manifest that is not readable', async () => {
    await release();
    await put('search/1-b/mf-manifest.json', '{"container":"of an older kind"}');
    expect(await draw()).toBe(0);
  });

  it('are none where no shell is released', async () => {
    expect(await draw()).toBe(0);
  });
});

describe('drawing code that harms', () => {
  it.each([
    ['throws', 'exports.renderScreen = () => { throw new Error("no window"); }', /no window/],
    ['is no script', 'this is not a script', /SyntaxError/],
    ['draws nothing', 'exports.renderScreen = () => undefined', /No screen was drawn/],
    [
      'throws from a timer',
      'setTimeout(() => { throw new Error("late") }); exports.renderScreen = () => new Promise(() => setTimeout(() => {}, 1e6))',
      /late/,
    ],
    ['ends the process', 'process.exit(0)', /./],
    ['writes without an end', 'exports.renderScreen = () => "x".repeat(5e6)', /too large/],
  ])('costs its own page only when it %s', async (_case, screen, reason) => {
    await release({ screen });
    expect(await draw([sky])).toBe(0);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(reason);
    expect(await pagesOf(defaultBrand.id)).toBeUndefined();
  });

  it('is killed when it loops for ever, while this process goes on', async () => {
    await release({ screen: 'exports.renderScreen = () => { for (;;); }' });
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 50);
    expect(await draw([], 1000)).toBe(0);
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(5);
    expect(failures[0]).toMatch(/longer than 1 s/);
  });

  it('cannot open the debugger of this process', async () => {
    await release({
      screen: `exports.renderScreen = () => { try { process.kill(process.ppid, 'SIGUSR1') } catch {} return 'drawn'; };`,
      frame: 'exports.renderFrame = ({ content }) => content',
    });
    await draw();
    expect(await pagesOf(defaultBrand.id)).toEqual({ '/': 'drawn' });
    expect(debuggerUrl()).toBeUndefined();
  });

  it.each([
    ['its environment', 'JSON.stringify(process.env)', '{}'],
    ['the environment of its parent', 'read(`/proc/${process.ppid}/environ`)', 'ERR_ACCESS_DENIED'],
    ['its own environment as a file', 'read("/proc/self/environ")', 'ERR_ACCESS_DENIED'],
    ['another file of the folder', 'read(__dirname + "/../../../table.json")', 'ERR_ACCESS_DENIED'],
    ['a program', 'run("env")', 'ERR_ACCESS_DENIED'],
    ['another process', 'end(process.ppid, 0)', 'ERR_ACCESS_DENIED'],
    ['a server', 'call({ host: "127.0.0.1", port: 6379 })', 'ERR_ACCESS_DENIED'],
    [
      'a web page',
      'await fetch("http://127.0.0.1:6379").catch(({ cause }) => cause.code)',
      'ERR_ACCESS_DENIED',
    ],
  ])('finds no secret in %s', async (_place, expression, found) => {
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
      await draw();
    } finally {
      delete process.env['SERVICE_CREDENTIAL'];
    }
    expect(await pagesOf(defaultBrand.id)).toEqual({ '/': found });
  });
});

it('what watches for changes ends at SIGTERM by itself, and ends the drawing under way with it', async () => {
  await release({ screen: 'exports.renderScreen = () => { for (;;); }' });
  const watching = spawn(process.execPath, [join(import.meta.dirname, 'prerender.ts'), '--watch'], {
    env: {
      RELEASES_DIR: releases,
      ACCOUNTS_URL: 'http://127.0.0.1:9',
      SERVICE_CREDENTIAL: 'credential of a test',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(watching, 'exit');
  try {
    const drawing = await vi.waitUntil(() => childOf(watching.pid), { timeout: 15_000 });
    watching.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await vi.waitUntil(() => !isRunning(drawing), { timeout: 15_000 });
  } finally {
    watching.kill('SIGKILL');
  }
});

/** A process that this one started. */
const childOf = (pid = 0): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);

/** Ended ones may stay listed until somebody asks for their result. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
