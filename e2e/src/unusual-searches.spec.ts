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

test(
  'no flights: is accessible on a wide screen, on a phone and at 400 % zoom',
  { tag: '@search' },
  async ({ page }) => {
    await openSearchWith(page, { count: 0 });
    await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible({ timeout: 30_000 });
    await expectAccessibleAtAllWidths(page);
  },
);

test('invalid offers are left out, and the others are shown', { tag: '@search' }, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openSearchWith(page, { broken: true });
  await expectResults(page);
  expect(await getCards(page).count()).toBeGreaterThan(0);
  await expect(page.getByText(/NaN|undefined|Invalid Date|\[object/)).toHaveCount(0);
  expect(errors).toEqual([]);
});
