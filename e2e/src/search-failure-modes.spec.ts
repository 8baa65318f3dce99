import { expect, type Page } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './testing/accessibility.ts';
import { clearFaults, injectFault, searchPaths } from './testing/sandbox-control.ts';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

const provider = 'E2E_DUFFEL_URL';

/** Each test searches a different day, so that none gets cached results of another test or of an earlier run. */
let day = 120 + Math.floor(Math.random() * 120);
const createUniqueSearchUrl = (origin = 'MAD', destination = 'LHR') =>
  searchUrl({ origin, destination, departureInDays: (day += 1) });

const getFailureHeading = (page: Page) => page.getByRole('heading', { name: 'Error Loading Flights' });

test.afterEach(() => clearFaults(provider));

/** The states of the search screens that need a fault of the provider, and how to open them. */
const states: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    'search in progress',
    async (page) => {
      await injectFault(provider, {
        path: searchPaths,
        kind: 'latency',
        latencyMs: 6000,
        times: 2,
      });
      await page.goto(searchUrl({ origin: 'OSL', destination: 'LIS', departureInDays: 141 }));
      await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
    },
  ],
  [
    'failed search while offline',
    async (page) => {
      await injectFault(provider, {
        path: searchPaths,
        kind: 'status',
        status: 500,
        times: 50,
      });
      await page.goto(searchUrl({ origin: 'OSL', destination: 'LIS', departureInDays: 143 }));
      await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible({
        timeout: 30_000,
      });
      await page.context().setOffline(true);
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    },
  ],
];

for (const [name, open] of states) {
  test(
    `${name}: is accessible on a wide screen, on a phone and at 400 % zoom`,
    { tag: ['@search', '@alone'] },
    async ({ page }) => {
      await open(page);
      await expectAccessibleAtAllWidths(page);
    },
  );
}

test(
  'a slow provider: the screen shows progress, then the number of flights so far, then the list',
  { tag: ['@search', '@alone'] },
  async ({ page }) => {
    await injectFault(provider, { path: searchPaths, kind: 'latency', latencyMs: 1500, times: 6 });
    await page.goto(createUniqueSearchUrl());
    await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
    await expect(page.getByText(/fares so far/)).toBeVisible({ timeout: 20_000 });
    await expectResults(page);
  },
);

test(
  '[RESULTS-22, ERROR-01] a provider that does not answer shows an error, and Try Again finds the flights',
  { tag: ['@search', '@alone'] },
  async ({ page }) => {
    await injectFault(provider, { path: searchPaths, times: 50, kind: 'drop' });
    await page.goto(createUniqueSearchUrl());
    await expect(getFailureHeading(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/Unable to search flights/)).toBeVisible();
    await clearFaults(provider);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectResults(page);
  },
);
