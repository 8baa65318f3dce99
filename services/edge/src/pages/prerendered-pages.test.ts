import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PublicBrand } from '@fareline/contracts';
import { defaultBrand, prerenderedFile } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestBrand,
  sampleTable,
  startHarness,
  writeRecords,
  writeTable,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
const shell = () => join(harness.dir, 'shell', '1-a');
const search = () => join(harness.dir, 'search', '1-b');

async function writeReleaseFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Writes releases whose home page is prerendered for the brand. */
async function releasePrerendered(
  brand: PublicBrand = defaultBrand,
  pages: Record<string, string> = { '/': markup(brand) },
) {
  await writeReleaseFile(
    join(shell(), 'main.1.css'),
    '@font-face{src:url(face.1.woff2)}i{background:url("/a.svg")}',
  );
  await writeReleaseFile(join(search(), 'styles.1.css'), '.hero{content:"</style>"}.form{color:red}');
  await writeRecords(harness.dir);
  const { search: release } = sampleTable;
  const routes = release!.routes.map((route) =>
    route.path === '/' ? { ...route, prerendered: true } : route,
  );
  await writeTable(harness.dir, { ...sampleTable, search: { ...release!, routes } });
  await writeReleaseFile(prerenderedPath(brand), JSON.stringify({ brand, pages }));
}

const prerenderedPath = (brand: PublicBrand) =>
  join(harness.dir, prerenderedFile({ shell: '1-a', name: 'search', version: '1-b', brand: brand.id }));
const markup = (brand: PublicBrand) => `<header>${brand.name}</header><main><h1>Go</h1></main>`;

beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const fetchPage = async (url: string, host = 'localhost:3000') =>
  (await harness.app.inject({ url, headers: { host } })).body;

describe('a prerendered page', () => {
  it('is sent with its markup and inlined style sheets', async () => {
    await releasePrerendered();
    const body = await fetchPage('/');
    expect(body).toContain(`<div id="root">${markup(defaultBrand)}</div>`);
    expect(body).not.toContain('<link rel="stylesheet"');
    expect(body).not.toMatch(/<link[^>]*styles\.1\.css/);
    expect(body).toContain('data-href="main.1.css">@font-face{src:url(/releases/shell/1-a/face.1.woff2)}');
    expect(body).toContain('url("/a.svg")');
    expect(body).toContain('data-href="styles.1.css">.hero{content:"<\\/style>"}.form{color:red}</style>');
    expect(body).toMatch(/<link rel="preload" as="script"[^>]*fetchpriority="low">/);
  });

  it('is sent for its brand only, and not after the brand has changed', async () => {
    const sky = createTestBrand('sky', { name: 'Sky Deals' });
    await releasePrerendered(sky);
    harness.accounts.respond = ({ url }) =>
      url.endsWith('/sky.example') ? { status: 200, body: sky } : { status: 404, body: {} };
    expect(await fetchPage('/', 'sky.example')).toContain('<header>Sky Deals</header>');
    expect(await fetchPage('/')).toContain('<div id="root"></div>');
    await writeReleaseFile(
      prerenderedPath(sky),
      JSON.stringify({ brand: { ...sky, name: 'Blue' }, pages: { '/': markup(sky) } }),
    );
    const body = await fetchPage('/', 'sky.example');
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('<link rel="stylesheet" href="/releases/shell/1-a/main.1.css"');
  });

  it('[CARE-06] is sent for a path of the shell, under its own version, also at another path of the page', async () => {
    await writeReleaseFile(join(shell(), 'main.1.css'), 'i{}');
    await writeRecords(harness.dir);
    const routes = [{ path: '/faq', aliases: ['/questions'], screen: 'page-faq', prerendered: true }];
    await writeTable(harness.dir, { ...sampleTable, shell: { ...sampleTable.shell!, routes } });
    const file = prerenderedFile({ shell: '1-a', name: 'shell', version: '1-a', brand: defaultBrand.id });
    const pages = { '/faq': markup(defaultBrand) };
    await writeReleaseFile(join(harness.dir, file), JSON.stringify({ brand: defaultBrand, pages }));
    for (const url of ['/faq', '/questions'])
      expect(await fetchPage(url)).toContain(`<div id="root">${markup(defaultBrand)}</div>`);
  });

  it('[CARE-06] that is none says without script what it needs, with the phone number', async () => {
    expect(await fetchPage('/search')).toContain(
      `<p>This page needs JavaScript: please allow it in your browser, and load the page again. You can also call us on ${defaultBrand.contact.phone}.</p></noscript>`,
    );
  });

  it('is not sent for other paths, which the scripts render', async () => {
    await releasePrerendered();
    for (const url of ['/flight/off_1', '/faq', '/nope']) {
      const body = await fetchPage(url);
      expect(body).toContain('<div id="root"></div>');
      expect(body).toContain('<link rel="stylesheet" href="/releases/shell/1-a/main.1.css"');
      expect(body).not.toContain('fetchpriority');
    }
  });
});

it.each([
  ['is missing', undefined],
  ['is not valid JSON', '{"brand":'],
  ['does not match the schema', '{"brand":{},"pages":{}}'],
  ['does not contain the path', JSON.stringify({ brand: defaultBrand, pages: {} })],
])('sends an empty page when its prerendered file %s', async (_case, content) => {
  await releasePrerendered(defaultBrand, {});
  if (content !== undefined) await writeReleaseFile(prerenderedPath(defaultBrand), content);
  const response = await harness.app.inject({ url: '/', headers: { host: 'localhost:3000' } });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<div id="root"></div>');
  expect(response.body).toContain('<link rel="stylesheet" href="/releases/shell/1-a/main.1.css"');
});

it('never runs code of a release', async () => {
  await releasePrerendered(defaultBrand, {});
  const ran = 'globalThis.ranFrontEndCode = true; throw new Error("ran")';
  for (const folder of [shell(), search()])
    await writeReleaseFile(join(folder, 'server', 'prerender.cjs'), ran);
  expect(await fetchPage('/')).toContain('<div id="root"></div>');
  expect(globalThis).not.toHaveProperty('ranFrontEndCode');
});
