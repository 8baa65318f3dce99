import type { Browser, Page } from '@playwright/test';
import { measureLargestPaint, readSearchTime, startSearchTimer } from './in-page.ts';
import { Traffic, type Transfer } from './traffic.ts';

export type Path = '/' | '/search';

export interface Visit {
  lcpMs: number;
  /** Bytes on the wire of HTML, scripts and style sheets. */
  bytes: number;
  scriptBytes: number;
  /** From submitting the form of the idle home page to the first content of the results screen; visits of `/` only. */
  searchMs: number;
  counted: Transfer[];
}

/** Shorter than the idle time after which the page prefetches. */
const idleMs = 1000;
/** Longer than the idle time after which the page prefetches. */
const prefetchIdleMs = 2500;

/** Text that shows that a page loaded correctly. */
const loadedTexts = { '/': 'Search flights', '/search': /\d+ of \d+ flights found/ };

const countedKinds = ['Document', 'Script', 'Stylesheet'];

/** Remotes that neither page shows are only prefetched, on a slow network while the results are still loading. */
const prefetched = /^\/releases\/(account|booking)\//;

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const search = new URLSearchParams({
  ...{ origin: 'LHR', destination: 'JFK', departureDate: day(60), returnDate: day(67) },
  ...{
    cabinClass: 'economy',
    adultsCount: '1',
    childrenCount: '0',
    infantsCount: '0',
    tripType: 'round-trip',
  },
});

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

async function selectAirport(page: Page, field: 'From' | 'To', code: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  await box.fill(code);
  await page.getByRole('option', { name: code }).first().click();
}

/** Fills in the form, waits until the page is idle and submits it. */
async function searchFromHome(page: Page, traffic: Traffic): Promise<number> {
  await selectAirport(page, 'From', 'LHR');
  await selectAirport(page, 'To', 'JFK');
  await traffic.waitUntilIdle(idleMs);
  await page.evaluate(startSearchTimer);
  await page.getByRole('button', { name: 'Search flights' }).click();
  return page.evaluate(readSearchTime);
}

/** Measures a first visit: with an empty cache and no open connection. */
export async function measureVisit(browser: Browser, siteUrl: string, path: Path): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await Traffic.record(session);
    await session.send('Network.emulateNetworkConditions', slow4g);
    await page.goto(siteUrl + (path === '/search' ? `/search?${search}` : path));
    await page.getByText(loadedTexts[path]).first().waitFor();
    await traffic.waitUntilIdle(idleMs);
    const counted = traffic.done.filter(
      ({ kind, path }) => countedKinds.includes(kind) && !prefetched.test(path),
    );
    const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);
    if (path === '/') await traffic.waitUntilIdle(prefetchIdleMs);
    return {
      lcpMs: await page.evaluate(measureLargestPaint),
      bytes: sum(counted),
      scriptBytes: sum(counted.filter(({ kind }) => kind === 'Script')),
      searchMs: path === '/' ? await searchFromHome(page, traffic) : 0,
      counted,
    };
  } finally {
    await context.close();
  }
}
