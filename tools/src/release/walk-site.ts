import { pageReportsPath, type PageReport } from '@fareline/contracts';
import { pageReportSchema } from '@fareline/contracts/schemas';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../test/chromium.ts';

/** Per screen. A slow one is a problem that visitors would have too. */
const timeoutMs = 30_000;

const getSearchPath = (): string => {
  const departureDate = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
  const query = { origin: 'LHR', destination: 'JFK', departureDate, adultsCount: '1', tripType: 'one-way' };
  return `/search?${new URLSearchParams(query)}`;
};

/** Results, the first offer and the form for its passengers; nothing is booked. */
async function walkToPassengers(page: Page, site: string): Promise<void> {
  await page.goto(site + getSearchPath());
  await page.getByRole('link', { name: 'View Details' }).first().click();
  const book = page.getByRole('link', { name: /^Book / }).or(page.getByRole('button', { name: /^Book / }));
  await book.filter({ visible: true }).first().click();
  await page
    .getByText(/^Passenger 1:/)
    .first()
    .waitFor();
}

const describe = ({ frontEnd, version, kind, name, place, route }: PageReport['errors'][number]): string =>
  `${frontEnd} ${version}: ${name} (${kind}) at ${route ?? 'an unknown screen'}${place ? ` in ${place}` : ''}`;

/**
 * Opens screens of a site in a browser with a preview link, then searches and goes on to the passengers, and returns what went wrong
 * in words: errors that the pages report, which are also those that visitors would have, and screens that did not come.
 */
export async function walkSite(
  site: string,
  previewUrl: string,
  paths: readonly string[],
): Promise<string[]> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const executablePath = await findChromium(print);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const problems = new Set<string>();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(timeoutMs);
    page.on('request', (request) => {
      if (!request.url().endsWith(pageReportsPath)) return;
      const report = pageReportSchema.safeParse(JSON.parse(request.postData() ?? '{}'));
      for (const error of report.data?.errors ?? []) problems.add(describe(error));
    });
    const visit = async (path: string, walk: () => Promise<unknown>): Promise<void> => {
      const reported = page.waitForRequest((request) => request.url().endsWith(pageReportsPath));
      const results = await Promise.allSettled([walk(), reported]);
      for (const result of results)
        if (result.status === 'rejected')
          problems.add(`${path}: ${String(result.reason).split('\n')[0] ?? ''}`);
    };
    await visit('the preview link', () => page.goto(previewUrl));
    for (const path of paths)
      await visit(path, async () => {
        await page.goto(site + path);
        // The second is in the place of a screen that failed, which is reported.
        const failure = page.getByText('This part of the site did not load');
        await page.getByRole('heading', { level: 1 }).or(failure).first().waitFor();
      });
    await visit('from search to passengers', () => walkToPassengers(page, site));
    // The error of the last screen is reported within a second of its view.
    await page.goto(`${site}/releases/preview`);
  } finally {
    await browser.close();
  }
  return [...problems];
}
