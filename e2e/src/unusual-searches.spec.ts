import { expect, type Page } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './testing/accessibility.ts';
import { getDayFromNow } from './testing/dates.ts';
import { overrideNextResults } from './testing/sandbox-control.ts';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

/**
 * Each test searches a different day, so that none gets cached results of another test or of an earlier run; and one that no other spec
 * searches, so that its overrides are for its own search.
 */
let day = 270 + Math.floor(Math.random() * 30);
const createUniqueSearchUrl = (origin = 'MAD', destination = 'LHR') =>
  searchUrl({ origin, destination, departureInDays: (day += 1) });

/** Opens a search whose results at the provider differ. */
async function openSearchWith(page: Page, results: Parameters<typeof overrideNextResults>[1]): Promise<void> {
  const url = createUniqueSearchUrl();
  await overrideNextResults(getDayFromNow(day), results);
  await page.goto(url);
}

const getCards = (page: Page) => page.getByRole('article');
const getFailureHeading = (page: Page) => page.getByRole('heading', { name: 'Error Loading Flights' });

test('no flights: is accessible on a wide screen, on a phone and at 400 % zoom', async ({ page }) => {
  await openSearchWith(page, { count: 0 });
  await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible({ timeout: 30_000 });
  await expectAccessibleAtAllWidths(page);
});

test('invalid offers are left out, and the others are shown', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openSearchWith(page, { broken: true });
  await expectResults(page);
  expect(await getCards(page).count()).toBeGreaterThan(0);
  await expect(page.getByText(/NaN|undefined|Invalid Date|\[object/)).toHaveCount(0);
  expect(errors).toEqual([]);
});

for (const [currency, price] of [
  ['JPY', /¥[\d,]+(?![\d.])/],
  ['KWD', /KWD\s?[\d,]+(?![\d.])/],
] as const) {
  test(`[FORMAT-01, MONEY-02] prices in ${currency} are shown in whole units`, async ({ page }) => {
    await openSearchWith(page, { currency });
    await expectResults(page);
    await expect(getCards(page).first()).toContainText(price);
    await expect(page.getByText(/NaN|N\/A/)).toHaveCount(0);
  });
}

const future = getDayFromNow(60);
const invalidQueries: [string, string][] = [
  ['unknown codes', `origin=QQQ&destination=ZZX&departureDate=${future}`],
  ['a script', `origin=<script>alert(1)</script>&destination=LHR&departureDate=${future}`],
];
for (const [name, parameters] of invalidQueries) {
  test(`[RESULTS-08, RESULTS-22] a URL with ${name} shows an error and a link to a new search`, async ({
    page,
  }) => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await page.goto(`/search?${parameters}`);
    await expect(getFailureHeading(page)).toBeVisible({ timeout: 20_000 });
    await expect(
      page
        .getByRole('main')
        .getByText(/\w+ \w+ \w+/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /New Search|Modify Search/ }).first()).toBeVisible();
    expect(dialogs).toBe(0);
  });
}
