import { randomUUID } from 'node:crypto';
import { pageReportsPath, type PageReport } from '@fareline/contracts';
import { pageReportSchema } from '@fareline/contracts/schemas';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../test/chromium.ts';
import { print } from './print.ts';
import { failureText, isLive, payAndFindTrip, signInAsNewVisitor, walkToPayment } from './walk-booking.ts';

/** Per screen. A slow one is a problem that visitors would have too. */
const timeoutMs = 30_000;

/** Most of the time of a screen is waiting, so these are opened at the same time. */
const concurrentScreens = 3;

/** A page reports an error within a second. */
const reportTimeoutMs = 5000;

const describe = ({ frontEnd, version, kind, name, place, route }: PageReport['errors'][number]): string =>
  `${frontEnd} ${version}: ${name} (${kind}) at ${route ?? 'an unknown screen'}${place ? ` in ${place}` : ''}`;

/**
 * Opens screens of a site in a browser with a preview link, then goes from a search to the payment, and returns what went wrong in
 * words: errors that the pages report, which are also those that visitors would have, and screens that did not come. In test mode,
 * where nothing is real, a visitor that it registers also pays and sees his trip.
 */
export async function walkSite(
  site: string,
  previewUrl: string,
  paths: readonly string[],
): Promise<string[]> {
  const executablePath = await findChromium(print);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const problems = new Set<string>();
  try {
    const context = await browser.newContext();
    context.setDefaultTimeout(timeoutMs);
    context.on('request', (request) => {
      if (!request.url().endsWith(pageReportsPath)) return;
      const report = pageReportSchema.safeParse(JSON.parse(request.postData() ?? '{}'));
      for (const error of report.data?.errors ?? []) problems.add(describe(error));
    });
    const visit = async (page: Page, path: string, walk: () => Promise<unknown>): Promise<void> => {
      const waitForReport = (options?: { timeout: number }) =>
        page.waitForRequest((request) => request.url().endsWith(pageReportsPath), options);
      const results = await Promise.allSettled([walk(), waitForReport()]);
      // A part that threw is in a report right after, which says more than that it is missing.
      if (results[0].status === 'rejected' && problems.size === 0)
        await waitForReport({ timeout: reportTimeoutMs }).catch(() => undefined);
      for (const result of results)
        if (result.status === 'rejected')
          problems.add(`${path}: ${String(result.reason).split('\n')[0] ?? ''}`);
    };
    const page = await context.newPage();
    await visit(page, 'the preview link', () => page.goto(previewUrl));
    const pending = paths.values();
    // Tabs stay open, so that the last screen of each can report an error.
    const openScreens = async () => {
      const tab = await context.newPage();
      // The next path of all, whichever tab takes it.
      for (const path of pending)
        await visit(tab, path, async () => {
          await tab.goto(site + path);
          // The second is in the place of a screen that failed, which is reported.
          const failure = tab.getByText(failureText);
          await tab.getByRole('heading', { level: 1 }).or(failure).first().waitFor();
        });
    };
    await Promise.all(Array.from({ length: concurrentScreens }, openScreens));
    const email = `release.${randomUUID()}@example.com`;
    const isPaid = !(await isLive(site));
    if (isPaid) await visit(page, 'the account of a visitor', () => signInAsNewVisitor(page, site, email));
    else print(`${site} books with real money: the walk registers nobody and ends before paying.`);
    await visit(page, 'from search to payment', () => walkToPayment(page, site, email));
    // A screen that did not come has said why.
    if (isPaid && problems.size === 0)
      await visit(page, 'from payment to the trips', () => payAndFindTrip(page));
    // The error of the last screen is reported within a second of its view.
    await page.goto(`${site}/releases/preview`);
  } finally {
    await browser.close();
  }
  return [...problems];
}
