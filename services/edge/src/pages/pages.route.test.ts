import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { staysLoading } from '@fareline/contracts/promises';
import { releaseFormat } from '@fareline/contracts';
import { defaultBrand, errorBodySchema, publicBrandSchema, toPublicBrand } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createTestBrand,
  readLogLines,
  sampleTable,
  startHarness,
  writeTable,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  harness.app.inject({ url, headers: { host: 'localhost:3000', ...headers } });

/** A short failure of a check is tolerated. */
async function getHealthAfterAWhile() {
  await get('/health/ready');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 16_000);
  const response = await get('/health/ready');
  clock.mockRestore();
  return response;
}

const pageData = (html: string) =>
  JSON.parse(/<script id="page-data" type="application\/json">(.*?)<\/script>/s.exec(html)![1]!) as {
    brand: unknown;
    releases: Record<string, unknown>;
    manifests: Record<string, unknown>;
    integrity: Record<string, string>;
  };

/** Makes the accounts stub return one brand and 404 for all others. */
const serveBrand = (key: string, change: Parameters<typeof createTestBrand>[1] = {}) => {
  harness.accounts.brandKeys = ['sky', 'sky.example', 'ads.example', 'analytics.example'];
  harness.accounts.respond = ({ url }) =>
    url === `/api/brands/${key}`
      ? { status: 200, body: createTestBrand(key.replace('.example', ''), change) }
      : { status: 404, body: {} };
};

describe('the page of a path', () => {
  it('[EDGE-02][SECURITY-09] is sent for every path of the current releases, case-insensitively', async () => {
    for (const url of [
      '/',
      '/faq',
      '/FAQ',
      '/privacy',
      '/Privacy-Policy',
      '/Flight/off_ABC',
      '/my-trips/',
      '/Admin/Brands?x=1',
    ]) {
      const response = await get(url);
      expect(response.statusCode, url).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('<div id="root">');
    }
  });

  it('[ROUTE-08] is sent with 404 for a path without a route', async () => {
    for (const url of ['/nope', '/flight/a/b', '/faq/more']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
    expect((await get('/nope')).body).toContain('<div id="root">');
  });

  it('[OFFER-01] redirects /flight without an id to /search', async () => {
    for (const url of ['/flight', '/Flight/', '/flight?id=off_1']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location, headers['cache-control']], url).toEqual([
        302,
        '/search',
        'no-store',
      ]);
    }
  });

  it('[HOST-03] redirects and robots.txt name no host, so that they lead to the one that was asked', async () => {
    const behindProxy = await startHarness({ TRUSTED_PROXIES: '127.0.0.1' });
    onTestFinished(behindProxy.stop);
    for (const host of ['localhost:3000', 'sky.example', 'evil.example']) {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
      for (const url of ['/Flight/', '/FLIGHT?next=//evil.example'])
        expect((await behindProxy.app.inject({ url, headers })).headers.location, host).toBe('/search');
      const { body } = await behindProxy.app.inject({ url: '/robots.txt', headers });
      expect(body, host).not.toMatch(/https?:|example|localhost/);
    }
  });

  it('leads password managers to where a password is changed', async () => {
    const { statusCode, headers } = await get('/.well-known/change-password');
    expect([statusCode, headers.location]).toEqual([302, '/account-settings']);
  });

  it('[ROUTE-08] is sent with 404 for a URL that cannot be decoded; the API returns NOT_FOUND', async () => {
    for (const url of ['/%E0%A4%A', '/no%such?x=1', '/%']) {
      const response = await get(url);
      expect(response.statusCode, url).toBe(404);
      expect(response.body, url).toContain('<div id="root">');
      expect(response.headers, url).toHaveProperty('content-security-policy');
    }
    const apiResponse = await get('/api/auth/%E0%A4%A');
    expect([apiResponse.statusCode, errorBodySchema.parse(apiResponse.json()).error]).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('is sent with no-store, compressed with a window of 64 kB, because each response takes memory for its window', async () => {
    const { headers, rawPayload } = await get('/', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br' });
    // The first bit of a stream is 0 for this window only. (RFC 7932, 9.1)
    expect((rawPayload[0] ?? 1) & 1).toBe(0);
  });

  it('preloads the files of the first screen, and none of other remotes', async () => {
    const home = (await get('/')).body;
    for (const file of [
      'search/1-b/remoteEntry.1.js',
      'search/1-b/styles.1.css',
      'shell/1-a/federation.1.js',
      'search/1-b/form.1.js',
      'search/1-b/home.1.js',
    ]) {
      expect(home).toMatch(new RegExp(`<link rel="preload" as="(script|style)" href="/releases/${file}"`));
    }
    expect(home).not.toMatch(/<link[^>]*offer\.1\.js/);
    expect((await get('/Flight/off_1')).body).toContain('href="/releases/search/1-b/offer.1.js"');
    const faq = (await get('/faq')).body;
    expect(faq).toContain('href="/releases/shell/1-a/page-faq.1.js"');
    expect(faq).not.toMatch(/<link[^>]*(remoteEntry|federation)/);
  });

  it('has the hashes of released files in elements and preloads, and in the data for what is loaded later', async () => {
    const { body } = await get('/');
    const hashes = [...body.matchAll(/<(script|link)[^>]* (?:src|href)="([^"]+)"[^>]* integrity="([^"]+)"/g)];
    expect(hashes.map(([, tag, url, hash]) => [tag, url, hash])).toEqual([
      ['link', '/releases/shell/1-a/main.1.css', 'sha256-css'],
      ['link', '/releases/shell/1-a/federation.1.js', 'sha256-federation'],
      ['link', '/releases/search/1-b/remoteEntry.1.js', 'sha256-entry'],
      ['script', '/releases/shell/1-a/main.1.js', 'sha256-main'],
    ]);
    const { integrity, manifests } = pageData(body);
    expect(integrity).toMatchObject({ 'federation.1.js': 'sha256-federation' });
    expect(manifests['/releases/search/1-b/mf-manifest.json']).toMatchObject({
      integrity: { 'remoteEntry.1.js': 'sha256-entry' },
    });
  });

  it('of a front end whose files are missing is sent with its route, so that only its area shows an error', async () => {
    const response = await get('/my-trips');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('href="/releases/shell/1-a/federation.1.js"');
    const { releases, manifests } = pageData(response.body);
    expect(releases).toMatchObject({
      account: { routes: expect.arrayContaining([{ path: '/my-trips', screen: 'trips', private: true }]) },
    });
    expect(manifests).toEqual({});
  });

  it('has the format of its shell', async () => {
    expect(pageData((await get('/')).body)).toMatchObject({ format: releaseFormat });
  });

  it('has the routes of the remotes once: not in the manifest, and without those of the shell', async () => {
    const { releases, manifests } = pageData((await get('/')).body);
    expect(releases).toMatchObject({
      shell: { routes: [] },
      search: { routes: sampleTable.search!.routes },
      account: { routes: sampleTable.account!.routes },
    });
    expect(manifests).toMatchObject({
      '/releases/search/1-b/mf-manifest.json': { metaData: { routes: [] } },
    });
  });

  it('[ROUTE-08] reflects the paths that a release adds and removes in the next request', async () => {
    const { shell, search } = sampleTable;
    expect((await get('/deals')).statusCode).toBe(404);
    const routes = [
      ...search!.routes.filter(({ path }) => path !== '/search'),
      { path: '/deals', screen: 'offer' },
    ];
    await writeTable(harness.dir, { shell: shell!, search: { ...search!, routes } });
    const deals = await get('/deals');
    expect(deals.statusCode).toBe(200);
    expect(deals.body).toContain('href="/releases/search/1-b/offer.1.js"');
    expect(Object.keys(pageData(deals.body).releases)).toEqual(['shell', 'search']);
    for (const url of ['/search', '/flight', '/my-trips']) expect((await get(url)).statusCode, url).toBe(404);
  });

  it('returns 503 when nothing is released', async () => {
    await rm(join(harness.dir, 'table.json'));
    const response = await get('/');
    expect(response.statusCode).toBe(503);
    expect(errorBodySchema.parse(response.json()).error).toBe('SERVICE_UNAVAILABLE');
    const page = await harness.app.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.statusCode).toBe(503);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '5',
      refresh: '5',
      'cache-control': 'no-store',
    });
    expect(page.body).toContain('<h1>This page is not available right now</h1>');
    expect((await getHealthAfterAWhile()).statusCode).toBe(503);
  });
});

describe('the fallback for entry scripts that fail to load', () => {
  it('[BRAND-10] precedes the entry scripts and has the brand’s phone number, escaped', async () => {
    serveBrand('sky.example', { contact: { ...createTestBrand('x').contact, phone: '<b>1 888</b>' } });
    const { body, headers } = await get('/', { host: 'sky.example' });
    const message = /<template id="not-loaded">(.*)<\/template>/.exec(body)![1]!;
    expect(message).toContain('role="alert"');
    expect(message).toContain('call &lt;b&gt;1 888&lt;/b&gt;.');
    expect(message).toContain('href="">Reload</a>');
    expect(body).toContain(`<p class="ui-alert__body">${staysLoading}</p>`);
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))![1]!;
    const scriptIndex = body.indexOf(`<script nonce="${nonce}">{let reported`);
    expect(scriptIndex).toBeGreaterThan(body.indexOf('</template>'));
    expect(scriptIndex).toBeLessThan(body.indexOf('<script defer'));
  });
});

/** An edge of its own, with booking pages. */
async function startWithBooking(env: Record<string, string> = {}): Promise<Harness> {
  const own = await startHarness(env);
  onTestFinished(own.stop);
  const routes = ['', '/status', '/payment-return'].map((path) => ({
    path: `/booking${path}`,
    screen: 'booking',
    private: true,
  }));
  await writeTable(own.dir, { ...sampleTable, booking: { ...sampleTable.account!, routes } });
  return own;
}

describe('the Trusted Types policy', () => {
  /** Runs the page's policy script, and returns what it does with the URL of a script. */
  async function createScriptUrl(
    url: string,
    headers: Record<string, string> = {},
    { app, path } = { app: harness.app, path: '/' },
  ): Promise<string | null> {
    const { body } = await app.inject({ url: path, headers: { host: 'localhost:3000', ...headers } });
    const [, script = ''] = /<script nonce="[^"]+">(window\.trustedTypes.*?)<\/script>/.exec(body) ?? [];
    expect(body.indexOf(script)).toBeLessThan(body.indexOf('<script defer'));
    const policies: Record<string, Record<string, (text: string) => string | null>> = {};
    const location = { origin: 'https://sky.example', href: 'https://sky.example/search?x=1' };
    const trustedTypes = {
      createPolicy: (name: string, rules: (typeof policies)[string]) => (policies[name] = rules),
    };
    runInNewContext(script, { window: { trustedTypes }, location, URL });
    expect(Object.keys(policies)).toEqual(['default']);
    expect(Object.keys(policies.default!)).toEqual(['createScriptURL']);
    return policies.default!.createScriptURL!(url);
  }

  it('[BRAND-10] is required, the only one, and ignored by browsers that do not know it', async () => {
    const { headers, body } = await get('/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types default');
    const [, script = ''] = /<script nonce="[^"]+">(window\.trustedTypes.*?)<\/script>/.exec(body) ?? [];
    expect(() => runInNewContext(script, { window: {} })).not.toThrow();
  });

  it('[BRAND-10] accepts scripts of released files only', async () => {
    for (const url of [
      '/releases/shell/1-a/main.1.js',
      'https://sky.example/releases/search/1-b/remoteEntry.1.js?retry=1',
    ])
      expect(await createScriptUrl(url), url).toBe(url);
    for (const url of [
      ...['https://evil.example/releases/x.js', '//evil.example/releases/x.js', '/api/brands/default'],
      ...['/releases/../api/brands/default', 'https://sky.example@evil.example/releases/x.js'],
      ...['data:text/javascript,alert(1)', 'javascript:alert(1)', 'blob:https://sky.example/releases/1'],
      ...['https://js.stripe.com/v3/', ''],
      ...['http://sky.example/releases/x.js', 'https://www.googletagmanager.com/gtag/js'],
    ])
      expect(await createScriptUrl(url), url).toBeNull();
  });

  it('[ELEMENT-04] accepts scripts of the card form on booking pages, by host, if there is a publishable key', async () => {
    const own = await startWithBooking({ STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' });
    const create = (url: string, path: string) => createScriptUrl(url, {}, { app: own.app, path });
    for (const url of ['https://js.stripe.com/endive/stripe.js', 'https://b.js.stripe.com/x.js']) {
      expect(await create(url, '/booking?offer=off_1'), url).toBe(url);
      for (const path of ['/', '/faq']) expect(await create(url, path), path).toBeNull();
    }
    for (const url of [
      ...['https://js.stripe.com.evil.example/x.js', 'http://js.stripe.com/x.js', 'https://stripe.com/x.js'],
      ...['https://evil-js.stripe.com/x.js', 'https://js.stripe.com@evil.example/x.js'],
      ...['https://evil.example/x.js?.js.stripe.com', 'https://evil.example/.js.stripe.com'],
      ...['https://js.stripe.com:8443/x.js', 'http://b.js.stripe.com/x.js'],
      'data:text/javascript,1//.js.stripe.com',
    ])
      expect(await create(url, '/booking'), url).toBeNull();
  });

  it('[TRACK-07] accepts scripts of tags if the brand has tags', async () => {
    serveBrand('sky.example', { tags: { analyticsId: 'G-ABCD1234', adConversionId: '' } });
    const url = 'https://www.googletagmanager.com/gtag/js?id=G-ABCD1234';
    expect(await createScriptUrl(url, { host: 'sky.example' })).toBe(url);
    const adUrl = 'https://www.googleadservices.com/pagead/conversion_async.js';
    expect(await createScriptUrl(adUrl, { host: 'sky.example' })).toBeNull();
    serveBrand('ads.example', { tags: { analyticsId: '', adConversionId: 'AW-ABCD1234' } });
    expect(await createScriptUrl(adUrl, { host: 'ads.example' })).toBe(adUrl);
    // It has endpoints that return code from the URL.
    const otherUrl = 'https://www.google.com/complete/search?jsonp=alert';
    expect(await createScriptUrl(otherUrl, { host: 'ads.example' })).toBeNull();
  });
});

describe('the brand of a page', () => {
  it('[BRAND-08][BRAND-06][BRAND-07] sets title, colours, font and favicon in the HTML', async () => {
    serveBrand('sky.example', {
      name: 'Sky Deals',
      logo: 'https://cdn.example/sky.png',
      theme: {
        primary: '#7c2d12',
        secondary: '#431407',
        accent: '#7c2d12',
        background: '#fffbf5',
        text: '#1c1917',
        corners: 'square',
        buttons: 'pill',
        header: 'dark',
        dark: 'device',
        darkBackground: '#17110d',
        darkCard: '#221a15',
        font: 'Georgia',
      },
    });
    // A page without a title of its own.
    const { body } = await get('/login', { host: 'www.sky.example' });
    expect(body).toContain('<title>Sky Deals - Budget-Friendly Flight Booking</title>');
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])
      expect((await get(path, { host: 'www.sky.example' })).headers.location, path).toBe(
        'https://cdn.example/sky.png',
      );
    expect(body).toContain('<link rel="icon" href="https://cdn.example/sky.png">');
    expect(body).toMatch(/<style nonce="[^"]+">:root\{[^<]*--color-primary:#7c2d12[^<]*Georgia/);
    expect(pageData(body).brand).toMatchObject({ id: 'sky', name: 'Sky Deals' });
  });

  it('[LOOK-08] colours the browser for light and dark screens, and for no dark one that the brand has switched off', async () => {
    const { theme } = defaultBrand;
    serveBrand('sky.example', { theme: { ...theme, dark: 'off' } });
    const readColours = async (host: string) =>
      [...(await get('/login', { host })).body.matchAll(/<meta name="theme-color" ([^>]*)>/g)].map(
        ([, attributes]) => attributes,
      );
    expect(await readColours('localhost')).toEqual([
      'content="#fbfaf7"',
      'content="#0f1615" media="(prefers-color-scheme:dark)"',
    ]);
    expect(await readColours('sky.example')).toEqual(['content="#fbfaf7"']);
  });

  it('[BRAND-01][BRAND-02][EDGE-03] is requested by the full host name without a leading www and without the port', async () => {
    for (const host of ['sky.example', 'www.sky.example:8080', 'fly.sky.example']) await get('/', { host });
    expect([...new Set(harness.accounts.requests.map(({ url }) => url))]).toEqual([
      '/api/brands/sky.example',
      '/api/brands/fly.sky.example',
    ]);
  });

  it('[BRAND-03] is set by the parameter and then a cookie on localhost, which are ignored on other hosts', async () => {
    serveBrand('sky');
    const first = await get('/?brand=sky');
    expect(pageData(first.body).brand).toMatchObject({ id: 'sky' });
    const cookie = String(first.headers['set-cookie']).split(';')[0]!;
    expect(pageData((await get('/faq', { cookie })).body).brand).toMatchObject({ id: 'sky' });
    const elsewhere = await get('/?brand=sky', { host: 'other.example', cookie });
    expect(pageData(elsewhere.body).brand).toMatchObject({ id: 'default' });
  });

  it('[HOST-05] is the stored default brand, also on the host of SITE_ORIGIN, whose domain it need not have', async () => {
    serveBrand('default', { name: 'Fareline West' });
    for (const host of ['localhost', 'fares.example'])
      expect((await get('/login', { host })).body, host).toContain('<title>Fareline West - ');
  });

  it('[BRAND-04] [HOST-05] is the valid built-in default brand when the store cannot be asked', async () => {
    await harness.accounts.stop();
    const { body } = await get('/');
    expect(publicBrandSchema.parse(pageData(body).brand)).toEqual(toPublicBrand(defaultBrand));
    expect(body).toContain('--color-primary:#0b6b63');
  });

  it('[API-71] has no markup in the page, even if accounts sends one', async () => {
    harness.accounts.respond = () => ({ status: 200, body: { ...defaultBrand, id: 'sky' } });
    for (const host of ['sky.example', 'localhost'])
      expect((await get('/', { host })).body, host).not.toMatch(/markup|pricing/i);
  });

  it.each([
    ['an unknown brand', '/?brand=unknown', 'localhost'],
    ['a value that is no brand key', '/?brand=../x', 'localhost'],
    ['several values', '/?brand=sky&brand=sky', 'localhost'],
    ['a known brand on a brand’s host', '/?brand=sky', 'other.example'],
    ['a known brand on a brand’s host under localhost', '/?brand=sky', 'other.localhost'],
  ])('[BRAND-03] is not changed by a parameter with %s, and no cookie is set', async (_case, url, host) => {
    serveBrand('sky');
    const response = await get(url, { host });
    expect(pageData(response.body).brand).toMatchObject({ id: 'default' });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('[BRAND-03] sets no cookie on a brand’s own host', async () => {
    serveBrand('sky.example');
    const { body, headers } = await get('/?brand=sky.example', { host: 'sky.example' });
    expect(pageData(body).brand).toMatchObject({ id: 'sky' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('[HOST-03] has its canonical address on the host of the request, if that is a brand’s', async () => {
    serveBrand('sky.example');
    const canonical = async (url: string, host: string) =>
      /<link rel="canonical" href="([^"]*)"/.exec((await get(url, { host })).body)?.[1];
    expect(await canonical('/Privacy?x=1', 'sky.example')).toBe('http://sky.example:3000/privacy-policy');
    expect(await canonical('/PRIVACY-Policy/', 'WWW.Sky.example:3000')).toBe(
      'http://www.sky.example:3000/privacy-policy',
    );
    expect(await canonical('/', 'localhost:3000')).toBe('http://localhost:3000/');
    expect(await canonical('/faq', 'evil.example')).toBe('http://localhost:3000/faq');
    for (const url of ['/my-trips', '/nope'])
      expect(await canonical(url, 'sky.example'), url).toBeUndefined();
  });

  it('[BRAND-03] an unknown parameter leaves the brand of the cookie', async () => {
    serveBrand('sky');
    const { body, headers } = await get('/?brand=unknown', { cookie: 'brand=sky' });
    expect(pageData(body).brand).toMatchObject({ id: 'sky' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('[BRAND-03] the cookie of the parameter is for this host and session, and not for scripts', async () => {
    serveBrand('sky');
    const { headers } = await get('/?brand=SKY', { host: '127.0.0.1:3000' });
    expect(headers['set-cookie']).toBe('brand=sky; Path=/; HttpOnly; SameSite=Lax');
  });

  it('[BRAND-05] is the default brand for an unknown brand, a failed request and an invalid response', async () => {
    const responses = [
      { status: 404, body: {} },
      { status: 500, body: { error: 'INTERNAL_ERROR', message: 'x' } },
      { status: 200, body: { id: 'sky', theme: { primary: 'red; } body { display: none' } } },
    ];
    for (const [index, upstreamResponse] of responses.entries()) {
      harness.accounts.respond = () => upstreamResponse;
      const response = await get('/', { host: `brand-${index}.example` });
      expect(response.statusCode).toBe(200);
      expect(pageData(response.body).brand).toMatchObject({ id: 'default' });
    }
    await harness.accounts.stop();
    expect((await get('/', { host: 'down.example' })).statusCode).toBe(200);
  });

  it('is requested once for many concurrent visitors', async () => {
    serveBrand('sky.example');
    await Promise.all(Array.from({ length: 20 }, () => get('/', { host: 'sky.example' })));
    // The list of brands, and the brand.
    expect(harness.accounts.requests).toHaveLength(2);
  });

  it('[BRAND-10] has its values escaped in the HTML and in the page data', async () => {
    const attack = '</title></script><script>alert(1)</script>"\'';
    serveBrand('sky.example', {
      name: '<b>"Sky"</b>',
      content: { ...createTestBrand('x').content, subline: attack, headline: attack },
    });
    const { body } = await get('/', { host: 'sky.example' });
    expect(body).toContain('| &lt;b&gt;&quot;Sky&quot;&lt;/b&gt;</title>');
    expect(body).not.toContain('<script>alert');
    expect(pageData(body).brand).toMatchObject({ name: '<b>"Sky"</b>', content: { headline: attack } });
  });
});

/** What a bot reads without running a script: texts by the name of their element, unescaped. */
function readHead(html: string): Record<string, string> {
  const unescape = (text: string) =>
    text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => {
      return { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name]!;
    });
  const head = html.slice(0, html.indexOf('<script'));
  const metas = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  return Object.fromEntries([
    ['title', unescape(/<title>([^<]*)<\/title>/.exec(head)![1]!)],
    ['canonical', unescape(/<link rel="canonical" href="([^"]*)"/.exec(head)?.[1] ?? '')],
    ...metas.map(([, name, content]) => [name, unescape(content!)]),
  ]) as Record<string, string>;
}

describe('the head of a page', () => {
  const site = 'http://localhost:3000';

  it('[HOME-12] [HOME-13] of the home page has title, description, keywords, canonical link and social tags', async () => {
    const head = readHead((await get('/?utm_source=mail&gclid=1')).body);
    expect(head).toMatchObject({
      title: 'Cheap flights, up to 70% off | Fareline',
      canonical: `${site}/`,
      'og:url': `${site}/`,
      'og:site_name': 'Fareline',
      'og:image': `${site}/brand/fareline-social.png`,
      'twitter:card': 'summary_large_image',
      'twitter:image': `${site}/brand/fareline-social.png`,
    });
    expect(head.description).toMatch(/^Compare 500\+ airlines in one search\. ./);
    expect(head.keywords).toContain('cheap flights');
    for (const kind of ['og', 'twitter']) {
      expect(head[`${kind}:title`]).toBe(head.title);
      expect(head[`${kind}:description`]).toBe(head.description);
    }
  });

  it('[HOME-13] [SUPPORT-14] [INFO-01] of support and information pages is their own, in the words of the brand', async () => {
    const { search, shell } = sampleTable;
    await writeTable(harness.dir, {
      shell: { ...shell!, routes: [...shell!.routes, { path: '/contact', screen: 'page-contact' }] },
      search: { ...search!, routes: [{ path: '/expedia', screen: 'support' }] },
    });
    serveBrand('sky.example', {
      name: 'Sky',
      contact: { ...defaultBrand.contact, phone: '' },
      content: { ...defaultBrand.content, socialPicture: '', supportHours: '' },
    });
    const read = async (url: string) => readHead((await get(url, { host: 'sky.example' })).body);
    expect(await read('/expedia?utm_source=x')).toMatchObject({
      title: 'Flight support | Sky',
      description: 'Call Partner Airline Desk: booking, changes and cancellations with a person.',
      canonical: 'http://sky.example:3000/expedia',
      'og:title': 'Flight support | Sky',
      // Without a picture for sharing it is the logo.
      'og:image': 'http://sky.example:3000/brand/fareline.svg',
      'twitter:card': 'summary',
    });
    expect(await read('/contact')).toMatchObject({
      title: 'Contact - Sky',
      description: 'Reach Sky by e-mail or form.',
    });
    expect(await read('/Privacy')).toMatchObject({
      title: 'Privacy Policy - Sky',
      canonical: 'http://sky.example:3000/privacy-policy',
    });
  });

  const search = 'origin=LON&destination=jfk&departureDate=2027-12-05';
  const canonicalSearch =
    'origin=LON&destination=JFK&departureDate=2027-12-05&cabinClass=business&adultsCount=2&childrenCount=0&infantsCount=0';

  it('[HOME-13] [RESULTS-01] of a shared search names cities and days, and its address has no filters', async () => {
    const shared = `/search?${search}&returnDate=2027-12-12&cabinClass=business&adults=2&stops=0&sort=duration&utm_source=x`;
    expect(readHead((await get(shared)).body)).toMatchObject({
      title: 'Flights from London to New York, Dec 5 to 12 | Fareline',
      description: expect.stringContaining('Compare flights from London to New York, Dec 5 to 12.'),
      canonical: `${site}/search?${canonicalSearch}&tripType=round-trip&returnDate=2027-12-12`,
      'og:title': 'Flights from London to New York, Dec 5 to 12 | Fareline',
    });
    expect(harness.flights.requests).toEqual([]);
  });

  it.each([
    [`${search}&returnDate=2028-01-04`, 'Flights from London to New York, Dec 5 to Jan 4 | Fareline'],
    [search, 'Flights from London to New York, Dec 5 | Fareline'],
    [`${search}&returnDate=2027-13-40`, 'Flights from London to New York | Fareline'],
    ['origin=ZZZ&destination=QSF&departureDate=2027-12-05', 'Flights from ZZZ to Sétif, Dec 5 | Fareline'],
    [`${search}&returnDate=2027-12-04`, 'Flights from London to New York | Fareline'],
    ['origin=JFK&destination=jfk&departureDate=2027-12-05', 'Flight search - Fareline'],
    ['', 'Flight search - Fareline'],
  ])('[HOME-13] of the search %s has the title %s', async (query, title) => {
    expect(readHead((await get(`/search?${query}`)).body).title).toBe(title);
  });

  it.each(['returnDate=2027-12-04', 'adults=9&children=1', 'adults=1&infants=2'])(
    '[HOME-13] [RESULTS-08] has no address of a search that would be refused for %s',
    async (refused) => {
      const { canonical } = readHead((await get(`/search?${search}&${refused}`)).body);
      expect(canonical).toBe(`${site}/search`);
      const from = `${search}&${refused}`.replaceAll(/(^|&)/g, '$1from_');
      expect(readHead((await get(`/flight/off_ABC?${from}`)).body).canonical).toBe(`${site}/flight/off_ABC`);
    },
  );

  it('[HOME-13] [OFFER-01] of a shared offer names the route of its search, and no call is made for it', async () => {
    const from = search.replaceAll(/(^|&)/g, '$1from_');
    const { body, statusCode } = await get(`/flight/off_ABC?${from}&from_stops=0&utm_source=x`);
    expect(statusCode).toBe(200);
    const head = readHead(body);
    expect(head.title).toBe('Flight from London to New York, Dec 5 | Fareline');
    expect(head.canonical).toMatch(
      /^http:\/\/localhost:3000\/flight\/off_ABC\?from_origin=LON&from_destination=JFK&from_departureDate=2027-12-05&from_cabinClass=economy&/,
    );
    expect(head.canonical).not.toMatch(/stops|utm/);
    expect(readHead((await get('/flight/off_ABC?from_origin=LHR&from_destination=JFK')).body).title).toBe(
      'Flight from London to New York | Fareline',
    );
    expect(readHead((await get('/flight/off_ABC')).body)).toMatchObject({
      title: 'Flight details - Fareline',
      canonical: `${site}/flight/off_ABC`,
    });
    expect(harness.flights.requests).toEqual([]);
  });

  it('[BRAND-10] has nothing of a URL that is not a search', async () => {
    const attack = encodeURIComponent(`"><script>alert(1)</script>'`);
    for (const value of [attack, 'x'.repeat(10_000), '%E2%80%AE', 'LON%22']) {
      for (const url of [
        `/search?origin=${value}&destination=${value}&departureDate=${value}`,
        `/flight/off_1?from_origin=LHR&from_destination=${value}`,
        `/search?${search}&cabinClass=${value}&adults=${value}&returnDate=${value}&tripType=${value}`,
      ]) {
        const { body } = await get(url);
        expect(body, url).toContain('<title>');
        expect(body).not.toContain('<script>alert');
        const head = readHead(body);
        expect(Object.values(head).join(' ')).not.toMatch(/alert|xxxx|\u202e/);
        expect(head.title).toMatch(
          /^(Flight search - Fareline|Flight details - Fareline|Flights from London)/,
        );
      }
    }
    const { body } = await get('/flight/%22%3E%3Cscript%3Ealert(1)');
    expect(body).not.toContain('<script>alert');
    expect(readHead(body).canonical).toBe(`${site}/flight/%22%3E%3Cscript%3Ealert(1)`);
  });
});

describe('security headers', () => {
  const parsePolicy = (value: unknown) =>
    Object.fromEntries(
      String(value)
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    );

  it('allow only scripts with the nonce, which is different in each response', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const policy = parsePolicy(first.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy['script-src']!.join(' '))![1]!;
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
    });
    expect(String(first.headers['content-security-policy'])).not.toMatch(/unsafe-|script-src[^;]* \*/);
    for (const tag of first.body.match(/<(script|style)(?![^>]*application\/json)[^>]*>/g)!) {
      expect(tag).toContain(`nonce="${nonce}"`);
    }
    expect(String(second.headers['content-security-policy'])).not.toContain(nonce);
  });

  it('[TRACK-07] [SUPPORT-13] [BRAND-10] allow tag services, their policy and the hosts of ad conversions only if the brand has such tags', async () => {
    const readPolicy = async (host: string) =>
      String((await get('/', { host })).headers['content-security-policy']);
    expect(await readPolicy('localhost:3000')).not.toMatch(/google|goog#html/);
    serveBrand('analytics.example', { tags: { analyticsId: 'G-ABCD1234', adConversionId: '' } });
    const analytics = await readPolicy('analytics.example');
    expect(analytics).toContain('; trusted-types default goog#html;');
    expect(analytics).not.toMatch(/googleadservices|\/google\.com/);
    serveBrand('ads.example', { tags: { analyticsId: '', adConversionId: 'AW-ABCD1234' } });
    const ads = parsePolicy(await readPolicy('ads.example'));
    const adHosts = [
      'www.googleadservices.com',
      'pagead2.googlesyndication.com',
      'www.google.com',
      'google.com',
    ];
    for (const directive of ['connect-src', 'img-src']) {
      for (const policy of [parsePolicy(analytics), ads])
        expect(policy[directive], directive).toContain('https://*.google-analytics.com');
      for (const host of adHosts) expect(ads[directive], directive).toContain(`https://${host}`);
    }
    expect(ads['frame-src']).toContain('https://www.googletagmanager.com');
  });

  it('[TRACK-07] the tags of a brand are left out of a page with a token in its URL', async () => {
    serveBrand('sky.example', { tags: { analyticsId: 'G-ABCD1234', adConversionId: 'AW-ABCD1234' } });
    for (const url of ['/reset-password?token=abc', '/login?redirect=%2Fmy-trips%3Fclaim%3Dabc']) {
      const { body, headers } = await get(url, { host: 'sky.example' });
      expect(body, url).not.toContain('ABCD1234');
      expect(String(headers['content-security-policy']), url).not.toContain('google');
    }
    expect((await get('/?redirect=/', { host: 'sky.example' })).body).toContain('G-ABCD1234');
  });

  it('[GUARD-10] the tags of a brand are left out of checkout, trips and accounts, which a link enters by a load of the document', async () => {
    const own = await startWithBooking();
    own.accounts.respond = () => ({
      status: 200,
      body: createTestBrand('default', {
        tags: { analyticsId: 'G-ABCD1234', adConversionId: 'AW-ABCD1234' },
      }),
    });
    const groups = [['/booking', '/login', '/my-trips', '/admin']];
    const sorted = (documentGroups: string[][] | undefined) =>
      documentGroups?.map((group) => group.toSorted());
    for (const url of ['/booking', '/booking/status', '/my-trips', '/login', '/admin/brands']) {
      const { text, documentGroups } = await read(own, url);
      expect(text, url).not.toMatch(/ABCD1234|google/);
      expect(sorted(documentGroups), url).toEqual(groups.map((group) => group.toSorted()));
    }
    const { text, documentGroups } = await read(own, '/faq');
    expect(text).toMatch(/G-ABCD1234.*/);
    expect(sorted(documentGroups)).toEqual(groups.map((group) => group.toSorted()));
    const withCardForm = await startWithBooking({ STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' });
    withCardForm.accounts.respond = own.accounts.respond;
    expect((await read(withCardForm, '/')).documentGroups?.map((group) => group.toSorted())).toEqual([
      ['/booking'],
      ['/admin', '/login', '/my-trips'],
    ]);
  });

  it('[GUARD-04, GUARD-10] staff pages are at the administration alone, which has no other front end and no tags', async () => {
    const own = await startWithBooking({ ADMIN_ORIGIN: 'http://admin.localhost:3000' });
    own.accounts.respond = () => ({
      status: 200,
      body: createTestBrand('default', { tags: { analyticsId: 'G-ABCD1234', adConversionId: '' } }),
    });
    const readAt = async (host: string, url: string) => {
      const { statusCode, headers, body } = await own.app.inject({ url, headers: { host } });
      const isPage = String(headers['content-type']).startsWith('text/html');
      return {
        statusCode,
        headers,
        body,
        releases: isPage ? pageData(body).releases : JSON.parse(body || '{}'),
      };
    };
    const [brandHost, adminHost] = ['localhost:3000', 'admin.localhost:3000'];
    for (const url of ['/admin/brands', '/ADMIN/brands/', '/admin/nope'])
      expect((await readAt(brandHost, url)).statusCode, url).toBe(404);
    for (const url of ['/', '/releases/table.json']) {
      const { releases } = await readAt(brandHost, url);
      expect(Object.keys(releases), url).toEqual(expect.arrayContaining(['search', 'booking', 'account']));
      expect(JSON.stringify(releases), url).not.toContain('/admin');
    }
    const robots = await own.app.inject({ url: '/robots.txt', headers: { host: brandHost } });
    expect(robots.body).not.toContain('/admin');

    for (const url of ['/admin/brands', '/releases/table.json']) {
      const { statusCode, body, releases } = await readAt(adminHost, url);
      expect(statusCode, url).toBe(200);
      expect(body, url).not.toMatch(/ABCD1234|google/);
      expect(Object.keys(releases).toSorted(), url).toEqual(['account', 'shell']);
    }
    for (const url of ['/search', '/booking', '/flight/off_1'])
      expect((await readAt(adminHost, url)).statusCode, url).toBe(404);
    for (const host of [brandHost, adminHost]) {
      const file = await own.app.inject({
        ...{ url: '/releases/search/1-b/mf-manifest.json', headers: { host } },
      });
      expect(file.statusCode, host).toBe(host === adminHost ? 404 : 200);
    }
    const home = await own.app.inject({ url: '/', headers: { host: adminHost } });
    expect([home.statusCode, home.headers.location]).toEqual([302, '/admin/bookings']);
  });

  const cardFormPages = ['/booking?offer=off_1', '/Booking/', '/booking/status'];
  /** Requires a read of the headers and the body, because the script of a page has hosts too. */
  const read = async (own: Harness, url: string) => {
    const { headers, body } = await own.app.inject({ url, headers: { host: 'localhost:3000' } });
    const { 'content-security-policy': policy, 'permissions-policy': features } = headers;
    return {
      ...{ headers, policy: parsePolicy(policy), features: String(features).split(', ') },
      text: `${JSON.stringify(headers)}${body}`,
      documentGroups: (pageData(body) as { documentGroups?: string[][] }).documentGroups,
    };
  };

  it.each(['STRIPE_PUBLISHABLE_KEY_TEST', 'STRIPE_PUBLISHABLE_KEY_LIVE', 'STRIPE_PUBLISHABLE_KEY'])(
    '[ELEMENT-04, GUARD-08] open the hosts of the card form on booking pages only, with %s',
    async (name) => {
      const own = await startWithBooking({ [name]: name.endsWith('LIVE') ? 'pk_live_1' : 'pk_test_1' });
      for (const url of cardFormPages) {
        const { headers, policy, features, documentGroups } = await read(own, url);
        const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
        expect(policy['script-src']!.slice(-2), url).toEqual(scripts);
        expect(policy['connect-src'], url).toEqual(["'self'", 'https://api.stripe.com']);
        expect(policy['frame-src'], url).toEqual([...scripts, 'https://hooks.stripe.com']);
        const delegated = '(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")';
        expect(features, url).toEqual([
          ...['camera=()', 'geolocation=()', 'microphone=()'],
          ...[`payment=${delegated}`, `publickey-credentials-get=${delegated}`],
        ]);
        expect(headers['cross-origin-opener-policy'], url).toBe('same-origin-allow-popups');
        expect(documentGroups).toEqual([['/booking']]);
      }
      for (const url of ['/', '/faq', '/flight/off_1', '/my-trips', '/bookings', '/nope', '/booking/a/b']) {
        const { headers, text, policy, documentGroups } = await read(own, url);
        expect(text, url).not.toMatch(/stripe/i);
        expect(policy['frame-src'], url).toEqual(["'none'"]);
        expect(headers['cross-origin-opener-policy'], url).toBe('same-origin');
        expect(documentGroups).toEqual([['/booking']]);
      }
    },
  );

  it('[ELEMENT-04, GUARD-08] open no host without a publishable key, and that of the sandbox in place of the provider', async () => {
    const sandbox = {
      STRIPE_BASE_URL: 'http://127.0.0.1:9/v1',
      STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox',
    };
    const [own, withoutKey] = [await startWithBooking(sandbox), await startWithBooking()];
    for (const url of cardFormPages) {
      const { text, documentGroups } = await read(withoutKey, url);
      expect(text, url).not.toMatch(/stripe/i);
      expect(documentGroups).toEqual([]);
    }
    const { policy, features, text } = await read(own, '/booking');
    const origin = 'http://127.0.0.1:9';
    for (const directive of ['script-src', 'connect-src', 'frame-src'])
      expect(policy[directive]!.at(-1), directive).toBe(origin);
    expect(features).toContain(`payment=(self "${origin}")`);
    expect(text).not.toContain('stripe.com');
    expect((await read(own, '/')).text).not.toContain(origin);
  });

  it('[ELEMENT-03] the secret of a payment in the URL is sent to no tag, in no referrer, and to no log', async () => {
    const own = await startWithBooking();
    own.accounts.respond = () => ({
      status: 200,
      body: createTestBrand('default', { tags: { analyticsId: 'G-ABCD1234', adConversionId: '' } }),
    });
    const url = '/booking/payment-return?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
    const { headers, text } = await read(own, url);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).not.toMatch(/ABCD1234|google|pi_1/);
    expect((await read(own, '/')).text).toContain('ABCD1234');
    const lines = JSON.stringify(await readLogLines(own, [url]));
    expect(lines).toContain('"/booking/payment-return"');
    expect(lines).not.toContain('pi_1');
  });

  /** Pages, API responses, released files, and errors of each of them, of the router and of the readiness check. */
  const urls = [
    ...['/', '/nope', '/api/auth/user', '/api/nope', '/api/auth/%E0%A4%A', '/health/ready', '/robots.txt'],
    ...['/releases/table.json', '/releases/shell/1-a/main.1.js', '/releases/shell/1-a/none.js'],
    ...['/brand/fareline.svg', `/${'a'.repeat(200)}`],
  ];

  it('[BRAND-10] are sent with pages, API responses, released files and errors', async () => {
    for (const url of urls) {
      expect((await get(url)).headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': url.startsWith('/brand/') ? 'cross-origin' : 'same-origin',
      });
      const policy = parsePolicy((await get(url)).headers['content-security-policy']);
      for (const directive of ['default-src', 'base-uri', 'object-src', 'frame-ancestors'])
        expect(policy[directive], `${directive} of ${url}`).toEqual(["'none'"]);
    }
  });

  it('[LOGIN-07, GUEST-05] of a page with a token in its URL, or with a visitor’s own data, send no referrer', async () => {
    const paths = ['/reset-password?token=abc', '/my-trips?claim=abc', '/my-trips', '/admin/brands'];
    for (const url of [...paths, '/login?redirect=%2Fmy-trips%3Fclaim%3Dabc', '/nope?TOKEN=abc'])
      expect((await get(url)).headers['referrer-policy'], url).toBe('no-referrer');
    expect((await get('/my-trips')).headers['x-robots-tag']).toBe('noindex');
    for (const url of ['/faq?x=1', '/login?redirect=/account-settings'])
      expect((await get(url)).headers, url).toMatchObject({
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
    expect((await get('/faq?x=1')).headers['x-robots-tag']).toBeUndefined();
  });

  it('[BRAND-10, GUARD-08] allow images of this site, of the brand’s logo and of its hero only', async () => {
    const imageSources = async (host: string) =>
      parsePolicy((await get('/', { host })).headers['content-security-policy'])['img-src'];
    const common = ["'self'", 'data:'];
    expect(await imageSources('localhost')).toEqual(common);
    for (const [host, logo, sources] of [
      ['sky.example', 'https://CDN.example:8443/sky.png', ['https://cdn.example:8443']],
      ['ads.example', '/brand/sky.svg', []],
    ] as const) {
      serveBrand(host, { logo });
      expect(await imageSources(host), logo).toEqual([...common, ...sources]);
    }
    const { content } = createTestBrand('sky');
    const home = { ...content.home, heroPicture: 'https://pictures.example/beach.jpg' };
    serveBrand('analytics.example', { logo: 'https://cdn.example/sky.png', content: { ...content, home } });
    expect(await imageSources('analytics.example')).toEqual([
      ...[...common, 'https://cdn.example', 'https://pictures.example'],
    ]);
  });

  it('[BRAND-10] have no directive that the host name of a logo adds', async () => {
    serveBrand('sky.example', { logo: 'https://cdn.example;script-src-elem/sky.png' });
    const value = (await get('/', { host: 'sky.example' })).headers['content-security-policy'];
    expect(String(value)).not.toContain('script-src-elem');
    expect(parsePolicy(value)['img-src']).toEqual(["'self'", 'data:']);
  });

  it('[ACCESS-02] returns 404 for a page with an ambiguous path', async () => {
    for (const url of ['/%66aq', '//faq', '/faq//']) expect((await get(url)).statusCode, url).toBe(404);
    expect((await get('/faq?x=%66')).statusCode).toBe(200);
  });

  it('[ROUTE-09, ACCESS-02] redirects no spelling of a path to another site', async () => {
    const origin = await harness.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = new URL(origin);
    const read = (path: string) =>
      new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
        const sent = request({ port, host: '127.0.0.1', path, agent: false }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        });
        sent.on('error', reject).end();
      });
    for (const path of [
      ...['/.//evil.example', '//evil.example/%2f..', '///evil.example', '/\\evil.example'],
      ...['/%5cevil.example', '/%2f%2fevil.example', '//evil.example/flight', '/flight//evil.example'],
      ...['/flight/..//evil.example', 'http://evil.example/flight', '/releases//evil.example'],
      ...['/brand//evil.example/..', '/%73earch', '/%46light'],
    ])
      expect(await read(path), path).toEqual({ status: expect.toBeOneOf([400, 404]), location: undefined });
    for (const path of ['/FLIGHT', '/flight/', '/FLIGHT/?x=//evil.example', '/flight?//evil.example/..'])
      expect(await read(path), path).toEqual({ status: 302, location: '/search' });
    for (const path of ['/SEARCH', '/search/', '/Search/?x=%73'])
      expect(await read(path), path).toEqual({ status: 200, location: undefined });
  });

  it('include HSTS when all origins of the site use https, also with a request that no route sees', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
    const secure = await startHarness({ SITE_ORIGIN: 'https://fares.example' });
    onTestFinished(secure.stop);
    for (const url of [...urls, '//evil.example'])
      expect((await secure.app.inject({ url })).headers['strict-transport-security'], url).toBe(
        'max-age=31536000; includeSubDomains',
      );
  });

  it('excludes the API and screens with a visitor’s own data in robots.txt', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toBe('User-agent: *\nDisallow: /api/\nDisallow: /my-trips\nDisallow: /admin/brands\n');
    const routes = [{ path: '/Trips/:id', aliases: ['/t'], screen: 'trip', private: true }];
    await writeTable(harness.dir, { ...sampleTable, account: { ...sampleTable.account!, routes } });
    expect((await get('/robots.txt')).body).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /Trips/\nDisallow: /t\n',
    );
    await rm(join(harness.dir, 'table.json'));
    expect((await get('/robots.txt')).statusCode).toBe(503);
  });
});
