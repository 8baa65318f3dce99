import { expect, type Page } from '@playwright/test';
import { dayFromNow } from './journey/dates.ts';
import { clearFaults, duffelLedger, makeFail, nextResults, searchCalls } from './journey/ledgers.ts';
import { resultsShown, searchAddress } from './journey/search.ts';
import { test } from './journey/test.ts';

/** Both ways to begin a search at the provider, and the reading of a batch. */
const provider = 'E2E_DUFFEL_URL';

/** A day of its own for each journey, so that none is answered by what another one found, in this run or the one before. */
let day = 120 + Math.floor(Math.random() * 150);
const freshSearch = (origin = 'MAD', destination = 'LHR') =>
  searchAddress({ origin, destination, departureInDays: (day += 1) });

const cards = (page: Page) => page.getByRole('article');
const failure = (page: Page) => page.getByRole('heading', { name: 'Error Loading Flights' });

const searchesBegun = async (): Promise<number> =>
  (await duffelLedger()).requests.filter(
    ({ method, path }) => method === 'POST' && /^\/air\/(batch_)?offer_requests/.test(path),
  ).length;

test.afterEach(() => clearFaults(provider));

test('a slow provider: the screen says what it does, shows what has come, and then the list', async ({
  page,
}) => {
  await makeFail(provider, { path: searchCalls, kind: 'latency', latencyMs: 1500, times: 6 });
  await page.goto(freshSearch());
  await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
  await expect(page.getByText(/flights so far/)).toBeVisible({ timeout: 20_000 });
  await resultsShown(page);
});

test('[PROVIDER-07] a provider that says 429 is waited for without a press', async ({ page }) => {
  await makeFail(provider, {
    method: 'POST',
    path: searchCalls,
    kind: 'status',
    status: 429,
    headers: { 'ratelimit-reset': new Date(Date.now() + 3000).toUTCString() },
  });
  await page.goto(freshSearch());
  await expect(page.getByText('Flight search is busy right now.').first()).toBeVisible();
  await resultsShown(page);
});

for (const [name, fault] of [
  ['500', { kind: 'status', status: 500 }],
  ['half a body', { kind: 'malformed', body: '{"data": {"id": "orq_1", "offers": [{"id":' }],
  ['a cut line', { kind: 'drop' }],
] as const) {
  test(`[RESULTS-22, ERROR-01] a provider that answers with ${name} is a sentence, and Try Again finds the flights`, async ({
    page,
  }) => {
    await makeFail(provider, { path: searchCalls, times: 50, ...fault });
    await page.goto(freshSearch());
    await expect(failure(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/Unable to search flights/)).toBeVisible();
    await clearFaults(provider);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await resultsShown(page);
  });
}

test('offers that cannot be shown are left out, and the rest is shown', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await nextResults({ broken: true });
  await page.goto(freshSearch());
  await resultsShown(page);
  expect(await cards(page).count()).toBeGreaterThan(0);
  await expect(page.getByText(/NaN|undefined|Invalid Date|\[object/)).toHaveCount(0);
  expect(errors).toEqual([]);
});

for (const [currency, price] of [
  ['JPY', /¥[\d,]+(?![\d.])/],
  ['KWD', /KWD\s?[\d,]+(?![\d.])/],
] as const) {
  test(`[FORMAT-01, MONEY-02] prices in ${currency} are whole units of it`, async ({ page }) => {
    await nextResults({ currency });
    await page.goto(freshSearch());
    await resultsShown(page);
    await expect(cards(page).first()).toContainText(price);
    await expect(page.getByText(/NaN|N\/A/)).toHaveCount(0);
  });
}

test('[RESULTS-20] no offer at all is said, with a way on', async ({ page }) => {
  await nextResults({ count: 0 });
  await page.goto(freshSearch());
  await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'New Search' }).click();
  await expect(page.getByRole('combobox', { name: 'From' })).toBeVisible();
});

test('[RESULTS-12] one offer is a list of one', async ({ page }) => {
  await nextResults({ count: 1 });
  await page.goto(freshSearch());
  await expect(page.getByRole('heading', { name: '1 of 1 flights found' })).toBeVisible({ timeout: 20_000 });
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Load More Flights' })).toHaveCount(0);
});

test('[LIST-01] 2,000 offers are filtered as a whole and at once, and the page does not grow with them', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await nextResults({ count: 2000 });
  await page.goto(freshSearch());
  await expect(page.getByRole('heading', { name: '2000 of 2000 flights found' })).toBeVisible({
    timeout: 40_000,
  });
  // Both ends of the range are told once the rest is there.
  await expect(page.getByText(/^Prices from .+ to /)).toBeVisible({ timeout: 20_000 });
  const places = page.getByRole('list', { name: 'Flights' }).getByRole('listitem').first();
  const more = page.getByRole('button', { name: 'Load More Flights' });
  for (const shown of ['130', '230', '330']) {
    await more.click();
    await expect(places).toHaveAttribute('aria-setsize', shown);
  }
  expect(await cards(page).count()).toBeLessThan(40);
  await page.getByRole('checkbox', { name: 'Refundable tickets' }).check();
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByRole('heading', { name: /^\d{2,} of 2000 flights found/ })).toBeVisible();
});

test('[OFFER-03] an offer that ends between list and click is a sentence and a way back', async ({
  page,
}) => {
  await page.goto(freshSearch());
  await resultsShown(page);
  await makeFail(provider, {
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
  await expect(page.getByRole('heading', { name: 'Error Loading Flight Details' })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await resultsShown(page);
});

test('a visitor who is offline is told so, and the search goes on when the line is back', async ({
  page,
  context,
}) => {
  await page.goto(freshSearch());
  await resultsShown(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Refresh Results' }).click();
  await expect(page.getByText(/you are offline/i).first()).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await resultsShown(page);
});

test('a tab that is looked at again after an hour says how old its prices are', async ({ page }) => {
  await page.clock.install();
  await page.goto(freshSearch());
  await resultsShown(page);
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(/These prices are from/)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh Results' }).first().click();
  await resultsShown(page);
});

test('[CACHE-04] ten tabs with one search are one search at the provider', async ({ context }) => {
  test.setTimeout(120_000);
  const search = freshSearch();
  const before = await searchesBegun();
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(search)));
  for (const tab of tabs) await resultsShown(tab);
  expect((await searchesBegun()) - before).toBe(1);
  await Promise.all(tabs.map((tab) => tab.close()));
});

const future = dayFromNow(60);
const nonsense: [string, string][] = [
  ['dates of last year', `origin=MAD&destination=LHR&departureDate=${dayFromNow(-365)}`],
  ['a day that does not exist', 'origin=MAD&destination=LHR&departureDate=2027-02-31'],
  [
    'a return before the departure',
    `origin=MAD&destination=LHR&departureDate=${future}&returnDate=${dayFromNow(50)}`,
  ],
  ['unknown codes', `origin=QQQ&destination=ZZX&departureDate=${future}`],
  ['a place that is no code', `origin=London&destination=LHR&departureDate=${future}`],
  ['40 adults', `origin=MAD&destination=LHR&departureDate=${future}&adults=40`],
  ['more infants than adults', `origin=MAD&destination=LHR&departureDate=${future}&adults=1&infants=3`],
  ['the same place twice', `origin=MAD&destination=MAD&departureDate=${future}`],
  ['a script', `origin=<script>alert(1)</script>&destination=LHR&departureDate=${future}`],
  ['nothing', ''],
];
for (const [name, parameters] of nonsense) {
  test(`[RESULTS-08, RESULTS-22] an address with ${name} is a sentence and a way on`, async ({ page }) => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await page.goto(`/search?${parameters}`);
    await expect(failure(page)).toBeVisible({ timeout: 20_000 });
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

test('an address with nonsense for sort and filters shows the list all the same', async ({ page }) => {
  await page.goto(
    `${freshSearch()}&sort=cheapest&price=abc&stops=17&airlines=%3Cscript%3E&refundable=perhaps`,
  );
  await resultsShown(page);
  expect(await cards(page).count()).toBeGreaterThan(0);
});
