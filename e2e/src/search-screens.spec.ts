import { expect, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleAtAllWidths,
  expectNoHorizontalScroll,
} from './testing/accessibility.ts';
import { getDayFromNow } from './testing/dates.ts';
import { overrideNextResults } from './testing/sandbox-control.ts';
import { openHome, expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

test.describe.configure({ mode: 'parallel' });

const search = searchUrl({
  origin: 'LON',
  destination: 'NYC',
  departureInDays: 140,
  returnInDays: 150,
  adults: 2,
});

async function openResults(page: Page, list = ''): Promise<void> {
  await page.goto(search + list);
  await expectResults(page);
}

async function openOffer(page: Page): Promise<void> {
  await openResults(page);
  await page.getByRole('link', { name: 'View Details' }).first().click();
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
}

/** Every visible state of the search screens that needs no fault of the provider, and how to open it. */
const states: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await openHome(page);
    await expect(page.getByRole('combobox', { name: 'From' })).toBeVisible();
  },
  'airport picker': async (page) => {
    await openHome(page);
    await page.getByRole('combobox', { name: 'From' }).fill('lon');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'departure calendar': async (page) => {
    await openHome(page);
    await page.getByRole('button', { name: /^Departure/ }).click();
    await expect(page.getByRole('grid').first()).toBeVisible();
  },
  travellers: async (page) => {
    await openHome(page);
    await page.getByRole('button', { name: /^Travellers and cabin/ }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  },
  'form with errors': async (page) => {
    await openHome(page);
    await page.getByRole('button', { name: /^Search/ }).click();
    await expect(page.getByText('Please select an origin airport')).toBeVisible();
  },
  results: openResults,
  'results sorted by Best, with a checked bag': (page) => openResults(page, '&sort=best&bag=checked'),
  'no flights': async (page) => {
    // A day that no other spec searches, so that the results are for this search, and that no earlier run has in the cache.
    const departureInDays = 270 + Math.floor(Math.random() * 30);
    await overrideNextResults(getDayFromNow(departureInDays), { count: 0 });
    await page.goto(searchUrl({ origin: 'MAD', destination: 'LHR', departureInDays }));
    await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible({ timeout: 30_000 });
  },
  'no matching flights': async (page) => {
    await page.goto(`${search}&airlines=QF&stops=0`);
    await expect(page.getByRole('heading', { name: 'No Matching Flights' })).toBeVisible({ timeout: 30_000 });
  },
  'failed search': async (page) => {
    await page.goto(`/search?origin=MAD&destination=LHR&departureDate=${getDayFromNow(-365)}`);
    await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible();
  },
  'results while offline': async (page) => {
    await openResults(page);
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline/).first()).toBeVisible();
  },
  'results that are an hour old': async (page) => {
    await page.clock.install();
    await openResults(page);
    await page.clock.fastForward('01:00:00');
    await expect(page.getByText(/^These prices are from/)).toBeVisible();
  },
  'offer details': openOffer,
  'fare rules of an offer': async (page) => {
    await openOffer(page);
    await page.getByRole('tab', { name: 'Fare Rules' }).click();
    await expect(page.getByRole('tabpanel').getByText('Refundable').first()).toBeVisible();
  },
  'unknown offer': async (page) => {
    await page.goto('/flight/off_0000nothing');
    await expect(page.getByRole('heading', { name: 'Error Loading Flight Details' })).toBeVisible();
  },
  'support page': async (page) => {
    await page.goto('/expedia');
    await expect(page.getByText(/Brampton/).first()).toBeVisible();
  },
};

for (const [name, open] of Object.entries(states))
  test(
    `${name}: is accessible on a wide screen, on a phone and at 400 % zoom`,
    { tag: '@search' },
    async ({ page }) => {
      await open(page);
      await expectAccessibleAtAllWidths(page);
    },
  );

test(
  'names of cities and airports are not cut off on a card at 320 px',
  { tag: '@search' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(searchUrl({ origin: 'LON', destination: 'NYC', departureInDays: 143 }));
    await expectResults(page);
    await expect(page.getByText(/^JFK/).first().locator('..')).toContainText('John F Kennedy');
    const cut = await page.getByRole('article').evaluateAll((cards) =>
      cards
        .flatMap((card) => [...card.querySelectorAll('p')])
        .filter((line) => line.scrollWidth > line.clientWidth + 1 && !line.closest('.ui-visually-hidden'))
        .map((line) => line.textContent),
    );
    expect(cut).toEqual([]);
    await expectNoHorizontalScroll(page);
  },
);

test('the sticky bar of an offer never covers the focused element', { tag: '@search' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  await openOffer(page);
  const end = page.getByRole('contentinfo').getByRole('link').last();
  const isEndFocused = () => end.evaluate((link) => link === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isEndFocused()); presses += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, width, top, height } = focused.getBoundingClientRect();
      // An element that is taller than the screen, such as a tab panel, is always partly covered.
      if (height > innerHeight / 2) return undefined;
      const at = document.elementFromPoint(left + width / 2, top + height - 2);
      const isVisible = at !== null && (focused.contains(at) || at.contains(focused));
      return isVisible ? undefined : focused.textContent;
    });
    expect(covered).toBeUndefined();
  }
  expect(await isEndFocused()).toBe(true);
});

test(
  '[FILTER-01] filters on a phone open as a sheet that shows the number of matching flights',
  { tag: '@search' },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await openResults(page);
    const blockedStyles: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blockedStyles.push(message.text());
    });
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    // The styles that lock the scrolling of the page have its CSP nonce.
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    expect(blockedStyles).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('dialog').getByText('Non-stop', { exact: true }).click();
    await page.getByRole('button', { name: /^Show \d+ flights?$/ }).click();
    await expect(page).toHaveURL(/stops=0/);
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused();
  },
);

test(
  '[RESULTS-14, FILTER-04] a URL opened in another tab shows the same list, and Back restores list and scroll position',
  { tag: ['@search', '@smoke'] },
  async ({ page, context }) => {
    await openResults(page);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Duration: Shortest');
    await page.getByRole('region', { name: 'Filters' }).getByText('1 stop', { exact: true }).click();
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page).toHaveURL(/sort=duration/);
    await expect(page).toHaveURL(/stops=1/);
    // By its offer: the monogram of an airline is there only once its logo has failed to load.
    const getFirstLink = (tab: Page) =>
      tab.getByRole('article').first().getByRole('link', { name: 'View Details' });
    // The list follows its URL, and is first one of the cheapest flights only.
    await expect(getFirstLink(page)).toHaveAttribute('href', /from_sort=duration.*from_stops=1/);
    await expectResults(page);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();

    const otherTab = await context.newPage();
    await otherTab.goto(page.url());
    await expect(otherTab.getByRole('heading', { level: 1 })).toHaveText(heading ?? '', { timeout: 20_000 });
    await expect(async () => {
      const firstOffer = await getFirstLink(page).getAttribute('href');
      expect(await getFirstLink(otherTab).getAttribute('href')).toBe(firstOffer);
    }).toPass();

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
  },
);

test(
  'searching and opening an offer works with the keyboard alone',
  { tag: ['@search', '@smoke'] },
  async ({ page }) => {
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
    await expectResults(page);
    await page.getByRole('link', { name: 'View Details' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Flight Details' })).toBeVisible({ timeout: 20_000 });
    await page.getByRole('tab', { name: 'Flight Details' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeFocused();
    await page.goBack();
    await expectResults(page);
  },
);
