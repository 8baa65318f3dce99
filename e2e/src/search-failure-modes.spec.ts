import { expect } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './testing/accessibility.ts';
import { clearFaults, injectFault, searchPaths } from './testing/sandbox-control.ts';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

const provider = 'E2E_DUFFEL_URL';
const injectSearchFault = (fault: object) => injectFault(provider, { path: searchPaths, ...fault });

test.afterEach(() => clearFaults(provider));

test.describe('a search', { tag: ['@search', '@alone'] }, () => {
  test('in progress is accessible on a wide screen, on a phone and at 400 % zoom', async ({ page }) => {
    await injectSearchFault({ kind: 'latency', latencyMs: 6000, times: 2 });
    await page.goto(searchUrl({ origin: 'OSL', destination: 'LIS', departureInDays: 141 }));
    await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
    await expectAccessibleAtAllWidths(page);
  });

  test('that failed is accessible while offline on a wide screen, on a phone and at 400 % zoom', async ({
    page,
  }) => {
    await injectSearchFault({ kind: 'status', status: 500, times: 50 });
    await page.goto(searchUrl({ origin: 'OSL', destination: 'LIS', departureInDays: 143 }));
    await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible({
      timeout: 30_000,
    });
    await page.context().setOffline(true);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expectAccessibleAtAllWidths(page);
  });

  test('of a slow provider shows progress, then the number of flights so far, then the list', async ({
    page,
  }) => {
    await injectSearchFault({ kind: 'latency', latencyMs: 1500, times: 6 });
    // Another day each time, so that no result of an earlier run is in the cache.
    const departureInDays = 120 + Math.floor(Math.random() * 120);
    await page.goto(searchUrl({ origin: 'MAD', destination: 'LHR', departureInDays }));
    await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
    await expect(page.getByText(/fares so far/)).toBeVisible({ timeout: 20_000 });
    await expectResults(page);
  });
});
