import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteManifest, ShellManifest } from '@fareline/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brandNamed, startSite, type Site } from '../testing/fixture.ts';

let site: Site;
const shell = () => join(site.dir, 'shell', '1-a');
const search = () => join(site.dir, 'search', '1-b');

async function change<Manifest>(file: string, edit: (manifest: Manifest) => void): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  edit(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

/** Releases whose home page can be drawn ahead by the functions given. */
async function release({ frame = frameSource, screen = screenSource } = {}): Promise<void> {
  for (const [folder, source] of [
    [shell(), frame],
    [search(), screen],
  ] as const) {
    await mkdir(join(folder, 'server'), { recursive: true });
    await writeFile(join(folder, 'server', 'prerender.cjs'), source);
  }
  await writeFile(
    join(shell(), 'main.1.css'),
    '@font-face{src:url(face.1.woff2)}i{background:url("/a.svg")}',
  );
  await writeFile(join(search(), 'styles.1.css'), '.hero{content:"</style>"}.form{color:red}');
  await change<ShellManifest>(join(shell(), 'manifest.json'), (manifest) => {
    manifest.frame = 'server/prerender.cjs';
  });
  await change<RemoteManifest>(join(search(), 'mf-manifest.json'), ({ metaData }) => {
    metaData.routes[0]!.prerendered = true;
  });
}

const frameSource =
  'exports.renderFrame = async ({ brand, content }) => `<header>${brand.name}</header><main>${content}</main>`';
const screenSource = `let drawn = 0;
exports.renderScreen = ({ brand, path }) => '<h1>' + brand.content.headline + path + (drawn += 1) + '</h1>'`;

beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

const page = async (url: string, host = 'localhost:3000') =>
  (await site.app.inject({ url, headers: { host } })).body;

describe('a page that its releases can draw ahead', () => {
  it('stands in the page with everything that its first paint needs', async () => {
    await release();
    const body = await page('/');
    expect(body).toMatch(/<div id="root"><header>Fareline<\/header><main><h1>[^<]+\/1<\/h1><\/main><\/div>/);
    expect(body).not.toContain('<link rel="stylesheet"');
    expect(body).not.toMatch(/<link[^>]*styles\.1\.css/);
    expect(body).toContain('data-href="main.1.css">@font-face{src:url(/releases/shell/1-a/face.1.woff2)}');
    expect(body).toContain('url("/a.svg")');
    expect(body).toContain('data-href="styles.1.css">.hero{content:"<\\/style>"}.form{color:red}</style>');
    expect(body).toMatch(/<link rel="preload" as="script"[^>]*fetchpriority="low">/);
  });

  it('is drawn once for many visitors, and for each brand in its own words', async () => {
    await release();
    await Promise.all(Array.from({ length: 10 }, () => page('/')));
    expect(await page('/')).toContain('/1</h1>');
    site.accounts.answer = () => ({ status: 200, body: brandNamed('sky.example', { name: 'Sky Deals' }) });
    expect(await page('/', 'sky.example')).toContain('<header>Sky Deals</header>');
  });

  it('is the only one: others are drawn by their scripts', async () => {
    await release();
    for (const url of ['/flight/off_1', '/faq', '/nope']) {
      const body = await page(url);
      expect(body).toContain('<div id="root"></div>');
      expect(body).toContain('<link rel="stylesheet" href="/releases/shell/1-a/main.1.css">');
      expect(body).not.toContain('fetchpriority');
    }
  });
});

it.each([
  ['breaks', { screen: 'exports.renderScreen = () => { throw new Error("no window"); }' }],
  ['knows no such function', { screen: 'exports.other = 1' }],
  ['cannot be read', { frame: 'this is not a script' }],
  ['draws nothing', { screen: 'exports.renderScreen = () => undefined' }],
])('a page whose drawing %s is drawn by its scripts as before', async (_case, sources) => {
  await release(sources);
  const response = await site.app.inject({ url: '/', headers: { host: 'localhost:3000' } });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<div id="root"></div>');
  expect(response.body).toContain('<link rel="stylesheet" href="/releases/shell/1-a/main.1.css">');
});
