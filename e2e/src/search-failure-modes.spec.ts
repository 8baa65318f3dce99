import { expect, type Page } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './testing/accessibility.ts';
import { clearFaults, readDuffelLedger, injectFault, searchPaths } from './testing/sandbox-control.ts';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

const provider = 'E2E_DUFFEL_URL';

/** Each test searches a different day, so that none gets cached results of another test or of an earlier run. */
let day = 120 + Math.floor(Math.random() * 120);
const createUniqueSearchUrl = (origin = 'MAD', destination = 'LHR') =>
  searchUrl({ origin, destination, departureInDays: (day += 1) });

const getFailureHeading = (page: Page) => page.getByRole('heading', { name: 'Error Loading Flights' });

const countProviderSearches = async (): Promise<number> =>
  (await readDuffelLedger()).requests.filter(
    ({ method, path }) => method === 'POST' && /^\/air\/(batch_)?offer_requests/.test(path),
  ).length;

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
  test(`${name}: is accessible on a wide screen, on a phone and at 400 % zoom`, async ({ page }) => {
    await open(page);
    await expectAccessibleAtAllWidths(page);
  });
}

test('a slow provider: the screen shows progress, then the number of flights so far, then the list', async ({
  page,
}) => {
  await injectFault(provider, { path: searchPaths, kind: 'latency', latencyMs: 1500, times: 6 });
  await page.goto(createUniqueSearchUrl());
  await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
  await expect(page.getByText(/fares so far/)).toBeVisible({ timeout: 20_000 });
  await expectResults(page);
});

test('[PROVIDER-07] a search retries automatically after a 429 of the provider', async ({ page }) => {
  await injectFault(provider, {
    method: 'POST',
    path: searchPaths,
    kind: 'status',
    status: 429,
    headers: { 'ratelimit-reset': new Date(Date.now() + 3000).toUTCString() },
  });
  await page.goto(createUniqueSearchUrl());
  await expect(page.getByText('Flight search is busy right now.').first()).toBeVisible();
  await expectResults(page);
});

for (const [name, fault] of [
  ['500', { kind: 'status', status: 500 }],
  ['a truncated body', { kind: 'malformed', body: '{"data": {"id": "orq_1", "offers": [{"id":' }],
  ['a dropped connection', { kind: 'drop' }],
] as const) {
  test(`[RESULTS-22, ERROR-01] a provider that responds with ${name} shows an error, and Try Again finds the flights`, async ({
    page,
  }) => {
    await injectFault(provider, { path: searchPaths, times: 50, ...fault });
    await page.goto(createUniqueSearchUrl());
    await expect(getFailureHeading(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/Unable to search flights/)).toBeVisible();
    await clearFaults(provider);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectResults(page);
  });
}

test('[OFFER-03] an offer that the airline has withdrawn shows an error and a link back to the search', async ({
  page,
}) => {
  await page.goto(createUniqueSearchUrl());
  await expectResults(page);
  await injectFault(provider, {
    method: 'GET',
    path: '/air/offers/.*',
    times: 5,
    kind: 'status',
    status: 422,
    body: {
      meta: { status: 422, request_id: 'gone' },
      errors: [
        {
          type: 'invalid_state_error',
          code: 'offer_no_longer_available',
          title: 'Gone',
          message: 'Gone',
          documentation_url: 'https://duffel.com/docs',
        },
      ],
    },
  });
  await page.getByRole('link', { name: 'View Details' }).first().click();
  // The stored offer is shown; its extras are loaded from the provider when they are.
  await page.getByRole('tab', { name: 'Fare Rules' }).click();
  await expect(page.getByRole('heading', { name: 'Error Loading Flight Details' })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await expectResults(page);
});

test('[CACHE-04] the same search in ten tabs makes one search at the provider', async ({ context }) => {
  test.setTimeout(120_000);
  const search = createUniqueSearchUrl();
  const before = await countProviderSearches();
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(search)));
  for (const tab of tabs) await expectResults(tab);
  expect((await countProviderSearches()) - before).toBe(1);
  await Promise.all(tabs.map((tab) => tab.close()));
});
