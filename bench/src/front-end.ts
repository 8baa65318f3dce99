import { startTestProduct } from '@fareline/tools/testing';
import type { Browser } from '@playwright/test';
import { request } from 'undici';
import { releaseOneBundle } from './front-end/one-bundle.ts';
import { createCertificate, startTlsProxy } from './front-end/tls-proxy.ts';
import { createResultsPath, launchChromium } from './browser.ts';
import { addStop, startProgram, type Program } from './programs.ts';
import { compare, type Row } from './rows.ts';
import { median } from './statistics.ts';

const rounds = Number(process.env.ROUNDS ?? 5);

const pages = [
  { name: '/', path: '/', loadedText: 'Search flights', maxRatio: 0.6 },
  {
    name: '/search',
    path: createResultsPath('LHR', 'JFK', 60),
    loadedText: /\d+ of \d+ flights found/,
    maxRatio: 1.1,
  },
];
type Page = (typeof pages)[number];

/**
 * The values of Chromium's own preset for slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up). Chromium delays each request once, so its latency
 * contains several round trips.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (0.9 * 1_600_000) / 8,
  uploadThroughput: (0.9 * 750_000) / 8,
};

/** Loads each page once, so that the edge has read and compressed it, and the search is cached. */
async function warmUp({ url }: Program): Promise<string> {
  for (const { path } of pages) {
    const { statusCode, body } = await request(url + path, { headers: { host: 'localhost' } });
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`);
    await body.dump();
  }
  return url;
}

/** Milliseconds until the largest contentful paint of a first visit: with an empty cache and no open connection. */
async function measureVisit(browser: Browser, siteUrl: string, { path, loadedText }: Page): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
    await page.goto(siteUrl + path);
    await page.getByText(loadedText).first().waitFor();
    await page.waitForLoadState('networkidle');
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
  } finally {
    await context.close();
  }
}

/**
 * Compares the released front ends with the same code built as one bundle with lazy routes: slow 4G, HTTP/2, brotli, empty cache.
 * An edge serves each, and both use the same services.
 */
export async function measureFrontEnd(): Promise<Row[]> {
  const certificate = await createCertificate();
  const { product } = await startTestProduct({ nodeEnv: 'production', env: { LOG_LEVEL: 'warn' } });
  addStop(() => product.stop());
  const start = async (edge: Program) => startTlsProxy(await warmUp(edge), product.url, certificate);
  const { env } = product.supervisor.program('edge');
  const released = await start({ url: product.url, pid: product.supervisor.pid('edge')! });
  const bundleEnv = { ...(env as Record<string, string>), PORT: '0', RELEASES_DIR: await releaseOneBundle() };
  const bundle = await start(await startProgram('services/edge/src/main.ts', bundleEnv));
  const browser = await launchChromium([`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]);
  const rows: Row[] = [];
  for (const page of pages) {
    const times: Record<string, number[]> = { [released]: [], [bundle]: [] };
    for (let round = 0; round < rounds; round += 1)
      // Alternates the order, so that neither side is always measured first.
      for (const url of round % 2 === 0 ? [released, bundle] : [bundle, released])
        times[url]!.push(await measureVisit(browser, url, page));
    const [paint, bundlePaint] = [median(times[released]!), median(times[bundle]!)];
    const what = `largest contentful paint of ${page.name}, to that of one bundle`;
    rows.push(compare(what, [paint, bundlePaint, 'ms'], { atMost: page.maxRatio }));
  }
  return rows;
}
