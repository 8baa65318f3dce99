import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './journey/accessible.ts';
import { dayFromNow } from './journey/dates.ts';
import { clearFaults, makeFail, nextResults, searchCalls } from './journey/ledgers.ts';
import { openHome, pickAirport, resultsShown, searchAddress } from './journey/search.ts';
import { test } from './journey/test.ts';

const search = searchAddress({
  origin: 'LON',
  destination: 'NYC',
  departureInDays: 140,
  returnInDays: 150,
  adults: 2,
});

/** Every state of searching that can be looked at, and how to come to it. */
const states: [name: string, reach: (page: Page) => Promise<void>][] = [
  [
    'home',
    (page) => openHome(page).then(() => expect(page.getByRole('combobox', { name: 'From' })).toBeVisible()),
  ],
  [
    'airport picker',
    async (page) => {
      await openHome(page);
      await page.getByRole('combobox', { name: 'From' }).fill('lon');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  ],
  [
    'departure calendar',
    async (page) => {
      await openHome(page);
      await page.getByRole('button', { name: /^Departure/ }).click();
      await expect(page.getByRole('grid').first()).toBeVisible();
    },
  ],
  [
    'travellers',
    async (page) => {
      await openHome(page);
      await page.getByRole('button', { name: /^Travellers and cabin/ }).click();
      await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    },
  ],
  [
    'form with mistakes',
    async (page) => {
      await openHome(page);
      await page.getByRole('button', { name: /^Search/ }).click();
      await expect(page.getByText('Please select an origin airport')).toBeVisible();
    },
  ],
  [
    'search under way',
    async (page) => {
      await makeFail('E2E_DUFFEL_URL', {
        path: searchCalls,
        kind: 'latency',
        latencyMs: 6000,
        times: 2,
      });
      await page.goto(searchAddress({ origin: 'OSL', destination: 'LIS', departureInDays: 141 }));
      await expect(page.getByText('Searching for the best flight deals...')).toBeVisible();
    },
  ],
  ['results', (page) => page.goto(search).then(() => resultsShown(page))],
  [
    'results sorted by Best, with a checked bag',
    async (page) => {
      await page.goto(`${search}&sort=best&bag=checked`);
      await resultsShown(page);
    },
  ],
  [
    'no matching flights',
    async (page) => {
      await page.goto(`${search}&airlines=QF&stops=0`);
      await expect(page.getByRole('heading', { name: 'No Matching Flights' })).toBeVisible({
        timeout: 30_000,
      });
    },
  ],
  [
    'no flights',
    async (page) => {
      await nextResults({ count: 0 });
      await page.goto(searchAddress({ origin: 'OSL', destination: 'LIS', departureInDays: 142 }));
      await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible({ timeout: 30_000 });
    },
  ],
  [
    'a search that failed',
    async (page) => {
      await page.goto(`/search?origin=MAD&destination=LHR&departureDate=${dayFromNow(-365)}`);
      await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible();
    },
  ],
  [
    'a list without a line',
    async (page) => {
      await page.goto(search);
      await resultsShown(page);
      await page.context().setOffline(true);
      await expect(page.getByText(/^You are offline/).first()).toBeVisible();
    },
  ],
  [
    'a search without a line',
    async (page) => {
      await makeFail('E2E_DUFFEL_URL', {
        path: searchCalls,
        kind: 'status',
        status: 500,
        times: 50,
      });
      await page.goto(searchAddress({ origin: 'OSL', destination: 'LIS', departureInDays: 143 }));
      await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible({
        timeout: 30_000,
      });
      await page.context().setOffline(true);
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    },
  ],
  [
    'prices of an hour ago',
    async (page) => {
      await page.clock.install();
      await page.goto(search);
      await resultsShown(page);
      await page.clock.fastForward('01:00:00');
      await expect(page.getByText(/^These prices are from/)).toBeVisible();
    },
  ],
  [
    'an offer',
    async (page) => {
      await page.goto(search);
      await resultsShown(page);
      await page.getByRole('link', { name: 'View Details' }).first().click();
      await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
    },
  ],
  [
    'the rules of an offer',
    async (page) => {
      await page.goto(search);
      await resultsShown(page);
      await page.getByRole('link', { name: 'View Details' }).first().click();
      await page.getByRole('tab', { name: 'Fare Rules' }).click();
      await expect(page.getByRole('tabpanel').getByText('Refundable').first()).toBeVisible();
    },
  ],
  [
    'an offer that is not there',
    async (page) => {
      await page.goto('/flight/off_0000nothing');
      await expect(page.getByRole('heading', { name: 'Error Loading Flight Details' })).toBeVisible();
    },
  ],
  [
    'support page',
    (page) => page.goto('/expedia').then(() => expect(page.getByText(/Brampton/).first()).toBeVisible()),
  ],
];

test.afterEach(() => clearFaults('E2E_DUFFEL_URL'));

for (const [name, reach] of states) {
  test(`${name}: can be used by everybody, on a wide screen, on a phone and at 400 %`, async ({ page }) => {
    await reach(page);
    await expectAccessible(page);
    for (const width of [375, 320]) {
      // 1280 px at 400 % are 320 px. (WCAG 2.2, 1.4.10)
      await page.setViewportSize({ width, height: 640 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
}

test('names of cities and airports are not cut off on a card of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(searchAddress({ origin: 'ATL', destination: 'CDG', departureInDays: 143 }));
  await resultsShown(page);
  await expect(page.getByRole('article').first()).toContainText('Hartsfield Jackson');
  const cut = await page.getByRole('article').evaluateAll((cards) =>
    cards
      .flatMap((card) => [...card.querySelectorAll('p')])
      .filter((line) => line.scrollWidth > line.clientWidth + 1 && !line.closest('.ui-visually-hidden'))
      .map((line) => line.textContent),
  );
  expect(cut).toEqual([]);
  await expectNoSidewaysScroll(page);
});

test('the bar at the bottom of an offer never covers what has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  await page.goto(search);
  await resultsShown(page);
  await page.getByRole('link', { name: 'View Details' }).first().click();
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
  const end = page.getByRole('contentinfo').getByRole('link').last();
  const reached = () => end.evaluate((link) => link === document.activeElement);
  for (let presses = 0; presses < 80 && !(await reached()); presses += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, width, top, height } = focused.getBoundingClientRect();
      // What is higher than the screen, as a tab's panel, cannot be clear of anything.
      if (height > innerHeight / 2) return undefined;
      const at = document.elementFromPoint(left + width / 2, top + height - 2);
      const isSeen = at !== null && (focused.contains(at) || at.contains(focused));
      return isSeen ? undefined : focused.textContent;
    });
    expect(covered).toBeUndefined();
  }
  expect(await reached()).toBe(true);
});

test('[FILTER-01] filters on a phone: a sheet that says how many flights it leaves', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(search);
  await resultsShown(page);
  const refusedStyles: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusedStyles.push(message.text());
  });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  // The styles that hold the page behind still carry the nonce of the page.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  expect(refusedStyles).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('dialog').getByText('Non-stop', { exact: true }).click();
  await page.getByRole('button', { name: /^Show \d+ flights?$/ }).click();
  await expect(page).toHaveURL(/stops=0/);
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused();
});

test('[RESULTS-14, FILTER-04] an address opened elsewhere shows the same list, and Back brings it back', async ({
  page,
  context,
}) => {
  await page.goto(search);
  await resultsShown(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Duration: Shortest');
  await page.getByRole('region', { name: 'Filters' }).getByText('1 stop', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(/sort=duration/);
  await expect(page).toHaveURL(/stops=1/);
  const firstCard = await page.getByRole('article').first().textContent();
  const heading = await page.getByRole('heading', { level: 1 }).textContent();

  const elsewhere = await context.newPage();
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(heading ?? '', { timeout: 20_000 });
  expect(await elsewhere.getByRole('article').first().textContent()).toBe(firstCard);

  const link = page.getByRole('link', { name: 'View Details' }).nth(4);
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  await link.click();
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
  await expect(async () => {
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(120);
  }).toPass();
});

test('[AIRPORT-06] a city is picked, all its airports are searched, and the card names the airport', async ({
  page,
}) => {
  await openHome(page);
  await pickAirport(page, 'From', 'lon', /London, all airports/);
  await pickAirport(page, 'To', 'new york', /New York, all airports/);
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('London (LON)');
  await page.getByRole('button', { name: /^Search/ }).click();
  await expect(page).toHaveURL(/origin=LON/);
  await resultsShown(page);
  await expect(page.getByRole('article').first()).toContainText(/LHR|LGW|STN|LTN|LCY|SEN/);
});

test('searching and opening an offer works with the keyboard alone', async ({ page }) => {
  await openHome(page);
  await page.getByRole('combobox', { name: 'From' }).focus();
  await page.keyboard.type('madrid');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'To' }).focus();
  await page.keyboard.type('LHR');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const submit = page.getByRole('button', { name: /^Search/ });
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await submit.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');
  await resultsShown(page);
  await page.getByRole('link', { name: 'View Details' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Flight Details' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('tab', { name: 'Flight Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeFocused();
  await page.goBack();
  await resultsShown(page);
});
