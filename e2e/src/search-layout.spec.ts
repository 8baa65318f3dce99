import { AxeBuilder } from '@axe-core/playwright';
import { getAlternativePrices, getPriceCalendar, searchProgress } from '@fareline/contracts';
import { knownFonts } from '@fareline/contracts/schemas';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './testing/accessibility.ts';
import { getDayFromNow } from './testing/dates.ts';
import { trackLayoutShift } from './testing/layout-shift.ts';
import { openHome, expectResults, searchUrl, selectAirport, selectDay } from './testing/search.ts';
import { test } from './testing/test.ts';

/** A long trip with stops, because its offers have many details. */
const longTrip = { origin: 'LON', destination: 'SYD', departureInDays: 140, returnInDays: 150, adults: 2 };
const search = searchUrl(longTrip);

/** Whether each place shows all of a text, a date on one line. */
const isWhole = (places: Element[], text: string): boolean[] =>
  places.map((place) => {
    place.textContent = text;
    const field = place.closest('button')!;
    const isCut = [place, field].some((box) => box.scrollWidth > box.clientWidth);
    const height = place.getBoundingClientRect().height / parseFloat(getComputedStyle(place).lineHeight);
    return !isCut && (height < 1.5 || text.length > 12);
  });

/** Resolves after the next two frames, when the effects of an event are rendered. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

test.describe('home page', { tag: '@search' }, () => {
  // The tests share one page, because loading it takes longer than each of them.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await openHome(page);
  });
  test.afterAll(() => page.close());

  for (const [motion, how] of [
    ['no-preference', 'smoothly'],
    ['reduce', 'without animation under prefers-reduced-motion'],
  ] as const) {
    test(`[HOME-02] the hero button scrolls ${how} to the form and focuses its first field`, async () => {
      await page.setViewportSize({ width: 1280, height: 480 });
      await page.emulateMedia({ reducedMotion: motion });
      const button = page.getByRole('button', { name: 'Find a cheap flight' });
      await button.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'start' }));
      await nextFrames(page);
      await page.evaluate(() => {
        const positions: number[] = [];
        Object.assign(window, { positions });
        window.addEventListener('scroll', () => positions.push(window.scrollY));
      });
      await button.press('Enter');
      const card = page.locator('#search-form');
      await expect(card.getByRole('form', { name: 'Flight search' })).toBeVisible();
      const distanceFromCentre = () =>
        card.evaluate((element) => {
          const { top, height } = element.getBoundingClientRect();
          const style = getComputedStyle(document.documentElement);
          const [start, end] = [style.scrollPaddingTop, style.scrollPaddingBottom].map(parseFloat);
          return Math.abs(top + height / 2 - (start! + window.innerHeight - end!) / 2);
        });
      await expect.poll(distanceFromCentre).toBeLessThan(2);
      await expect(page.getByRole('combobox', { name: 'From' })).toBeFocused();
      const positions = await page.evaluate(() => (window as unknown as { positions: number[] }).positions);
      if (motion === 'reduce') expect(positions).toHaveLength(1);
      else expect(positions.length).toBeGreaterThan(1);
    });
  }

  test('[AIRPORT-07] the list of airports is at most 15rem high and scrolls; airports are indented below their city', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('combobox', { name: 'From' }).fill('lon');
    const list = page.getByRole('listbox', { name: 'Airports' });
    const left = (option: RegExp) =>
      list
        .getByRole('option', { name: option })
        .first()
        .evaluate((element) => element.getBoundingClientRect().left);
    expect(await left(/Heathrow/)).toBeGreaterThanOrEqual((await left(/London, all airports/)) + 16);
    const { height, content } = await list.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      content: element.scrollHeight,
    }));
    expect(height).toBeLessThanOrEqual(240);
    expect(content).toBeGreaterThan(240);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(list).toHaveCount(0);
  });

  test('[THEME-05] the calendar shows a year below each other at 767 px, two months side by side at 768 px', async () => {
    await page.setViewportSize({ width: 767, height: 900 });
    await page.getByRole('button', { name: /^Departure/ }).click();
    const months = page.getByRole('grid');
    await expect(months).toHaveCount(13);
    const [upper, lower] = [await months.first().boundingBox(), await months.nth(1).boundingBox()];
    expect(lower!.y).toBeGreaterThanOrEqual(upper!.y + upper!.height);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(months).toHaveCount(2);
    const [first, second] = [await months.first().boundingBox(), await months.last().boundingBox()];
    expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width);
    await page.keyboard.press('Escape');
    await expect(months).toHaveCount(0);
  });

  test('[LOOK-01] places of the calendar without a day have no colour where the range ends in a later month', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    // Ten days on, so that both days are still to come in every time zone.
    const start = new Date(Date.now() + 10 * 86_400_000);
    // The place for the first day of a month in the last row of the month before it; a Sunday starts a row.
    do start.setUTCMonth(start.getUTCMonth() + 1, 1);
    while (start.getUTCDay() === 0);
    const first = start.toISOString().slice(0, 10);
    start.setUTCDate(-3);
    // A departure moves the return, so that the return is chosen last.
    await selectDay(page, 'Departure', start.toISOString().slice(0, 10));
    await page.keyboard.press('Escape');
    await selectDay(page, 'Return', first);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Departure/ }).click();
    const places = page.locator('.rdp-outside.rdp-range_end');
    await expect(places.first()).toBeAttached();
    const colours = await places.evaluateAll((all) =>
      all.map((place) => {
        const { backgroundImage, backgroundColor } = getComputedStyle(place);
        return `${backgroundImage} ${backgroundColor}`;
      }),
    );
    expect(new Set(colours)).toEqual(new Set(['none rgba(0, 0, 0, 0)']));
    await page.keyboard.press('Escape');
  });

  for (const font of knownFonts)
    test(`[FORM-06] what was chosen in the form is whole at each width in ${font}`, async () => {
      await page.evaluate((name) => {
        const generic = name === 'Georgia' ? 'serif' : 'system-ui';
        const stack = `"${name} Variable", "${name}", ${generic}`;
        document.documentElement.style.setProperty('--font-sans', stack);
        // Until then the browser may measure with a font of its own.
        return document.fonts.ready.then(() => undefined);
      }, font);
      const dates = page.locator('.ui-date-field__text');
      const travellers = page.getByRole('button', { name: 'Travellers and cabin' }).locator('span');
      for (const width of [320, 375, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(dates).toHaveCount(2);
        for (const date of ['Nov 28, 2026', 'Dec 28, 2026'])
          expect(await dates.evaluateAll(isWhole, date), `${date} at ${width} px`).toEqual([true, true]);
        const party = '4 adults, 3 children, 2 infants, Premium Economy';
        expect(await travellers.evaluateAll(isWhole, party), `travellers at ${width} px`).toEqual([true]);
        await expectNoHorizontalScroll(page);
      }
    });
});

test.describe('what a brand says', { tag: '@search' }, () => {
  test('[HOME-06] long words of a brand wrap on the home page', async ({ page }) => {
    await openHome(page);
    await page.evaluate(() => {
      const texts = document.querySelectorAll('#content h1, #content h3, #content li p > span:first-child');
      for (const text of texts) text.textContent = 'Long'.repeat(10);
      for (const saved of document.querySelectorAll(
        '[aria-labelledby=testimonials] p:last-child > span:first-child',
      ))
        saved.textContent = '$12,345,678.00';
    });
    for (const width of [1280, 640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoHorizontalScroll(page);
      const saved = await page.getByText('$12,345,678.00').evaluateAll((all) =>
        all.map((amount) => {
          const card = amount.closest('li')!.getBoundingClientRect();
          const { left, right, height } = amount.getBoundingClientRect();
          return { isInside: left >= card.left && right <= card.right, isOneLine: height < 30 };
        }),
      );
      expect(saved).toEqual(Array(3).fill({ isInside: true, isOneLine: true }));
    }
  });

  test('[HOME-09] what a brand promises fills its row, whether it is four things or three', async ({
    page,
  }) => {
    await openHome(page);
    const promises = page.getByRole('list', { name: 'Promises' });
    for (const count of [4, 3]) {
      const room = await promises.evaluate((list, length) => {
        while (list.children.length > length) list.lastElementChild!.remove();
        return list.getBoundingClientRect().right - list.lastElementChild!.getBoundingClientRect().right;
      }, count);
      expect(Math.round(room)).toBe(0);
    }
  });

  for (const [path, texts] of [
    ['/', '[aria-label=Certifications] li, [aria-label=Promises] li > span'],
    ['/expedia', '[aria-labelledby=partners] span:last-child, [aria-label=Promotions] :is(h3, p)'],
    ['/about', '#content :is(h3, dd)'],
  ] as const)
    test(`[BRAND-09] long words of what a brand claims wrap on ${path}`, async ({ page }) => {
      await page.goto(path);
      const claims = page.locator(texts);
      await expect(claims.first()).toBeVisible();
      await claims.evaluateAll((all) => {
        for (const { lastChild } of all) lastChild!.textContent = 'Long'.repeat(15);
      });
      await page.setViewportSize({ width: 360, height: 800 });
      await expectNoHorizontalScroll(page);
    });
});

test.describe('results', { tag: '@search' }, () => {
  // The tests share one page, because loading it takes longer than each of them.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto(search);
    await expectResults(page);
    await page.getByRole('button', { name: 'Load More Flights' }).click();
    await expect(items().first()).toHaveAttribute('aria-setsize', /^([3-9]\d|\d{3})$/);
  });
  test.afterAll(() => page.close());
  test.beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await scrollTo(0);
  });

  const list = () => page.getByRole('list', { name: 'Flights' });
  const items = () => list().getByRole('listitem');
  const getPositions = () =>
    items().evaluateAll((all) => all.map((item) => Number(item.getAttribute('aria-posinset'))));
  const getSize = async () => Number(await items().first().getAttribute('aria-setsize'));
  async function scrollTo(top: number): Promise<void> {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await nextFrames(page);
  }
  const middleOfList = () =>
    list().evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return window.scrollY + top + height / 2;
    });

  test('[FILTER-05] drag and click targets are at least 24 px in size', async () => {
    const targets = page
      .getByRole('slider')
      .or(items().getByRole('button', { expanded: false }))
      .or(items().getByRole('button', { name: 'Compare fares' }));
    expect(await targets.count()).toBeGreaterThan(2);
    const readSmallest = async () => {
      const sizes = await targets.evaluateAll((all) =>
        all
          .map((target) => target.getBoundingClientRect())
          .map(({ width, height }) => Math.min(width, height)),
      );
      return Math.min(...sizes);
    };
    // The list may replace cards between both steps of the locator; those that are gone measure nothing.
    await expect.poll(readSmallest).toBeGreaterThanOrEqual(24);
  });

  test('[RESULTS-13] the price line is below the row of the switch, which stays where it is when the line changes', async () => {
    const bagSwitch = page.getByRole('switch', { name: 'With a checked bag' });
    const line = page.getByText(/^Prices from \$[\d,]+ to \$[\d,]+$/);
    const before = (await bagSwitch.boundingBox())!;
    expect((await line.boundingBox())!.y).toBeGreaterThanOrEqual(before.y + before.height);
    await bagSwitch.click();
    await expect(page.getByText(/^(Prices with a checked bag|No airline here tells)/)).toBeVisible();
    expect(await bagSwitch.boundingBox()).toEqual(before);
    await bagSwitch.click();
    await expect(line).toBeVisible();
  });

  test('[LIST-02] the fares of a card are side by side and chosen with the arrow keys', async () => {
    const card = items().first();
    const fares = card.getByRole('radio');
    expect(await fares.count()).toBeGreaterThan(1);
    const tops = await fares.evaluateAll((all) => all.map((fare) => fare.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const link = card.getByRole('link', { name: 'View Details' });
    const before = (await link.getAttribute('href')) ?? '';
    await fares.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(fares.nth(1)).toBeChecked();
    await expect(link).not.toHaveAttribute('href', before);
    await page.keyboard.press('ArrowLeft');
    await expect(link).toHaveAttribute('href', before);
  });

  test('the list renders only its visible part, its ends and each card with position and size of the list', async () => {
    const size = await getSize();
    for (const top of [0, await middleOfList()]) {
      await scrollTo(top);
      await expect.poll(getPositions).toContain(top === 0 ? 2 : Math.round(size / 2));
      const positions = await getPositions();
      expect(positions.length).toBeLessThan(20);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect([positions[0], positions.at(-1)]).toEqual([1, size]);
    }
    // Cards without layout would all be at the same position.
    const tops = await items().evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
    expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
  });

  test('the focus stays on a card while the list is scrolled, and Tab moves on from it', async () => {
    const links = (position: number) =>
      page.locator(`li[aria-posinset="${position}"]`).getByRole('link', { name: 'View Details' });
    await links(3).focus();
    await scrollTo(await middleOfList());
    await expect(links(3)).toBeFocused();
    const tabToLink = async (key: string) => {
      const focusedLink = () =>
        page.evaluate(() =>
          document.activeElement?.textContent === 'View Details'
            ? Number(document.activeElement.closest('li')?.getAttribute('aria-posinset'))
            : undefined,
        );
      do await page.keyboard.press(key);
      while ((await focusedLink()) === undefined);
      return focusedLink();
    };
    expect(await tabToLink('Tab')).toBe(4);
    expect(await tabToLink('Shift+Tab')).toBe(3);
    expect(await tabToLink('Shift+Tab')).toBe(2);
  });

  test('the focus follows the card when a loaded bag price sorts it out of view', async () => {
    // Bag prices are known of no fare, so that the loaded one is the first of the list.
    await page.route(/\/api\/flights\/search(\?|$)/, async (route) => {
      const response = await route.fetch();
      const results = (await response.json()) as { offers: object[] };
      const checked_bag = { status: 'unknown', total_amount: null };
      const offers = results.offers.map((offer) => ({ ...offer, checked_bag }));
      await route.fulfill({ json: { ...results, offers } });
    });
    await page.reload();
    await expectResults(page);
    await page.getByRole('switch', { name: 'With a checked bag' }).click();
    await expect(page).toHaveURL(/bag=checked/);
    await expect(page.getByText('No airline here tells what a checked bag costs')).toBeVisible();
    const card = page.locator('li[aria-posinset="20"]');
    await scrollTo(await middleOfList());
    const check = card.getByRole('button', { name: 'Check bag price' });
    const link = await card.getByRole('link', { name: 'View Details' }).getAttribute('href');
    await page.route('**/api/flights/offer/*', async (route) => {
      const response = await route.fetch();
      const offer = (await response.json()) as object;
      await route.fulfill({ json: { ...offer, checked_bag: { status: 'paid', total_amount: '1.00' } } });
    });
    // By keyboard, because cards that are still being measured can move between press and release of the mouse.
    await check.press('Enter');
    // The first card is always rendered, so that the focus follows the card to it.
    await expect(page.locator(`li[aria-posinset="1"] a[href="${link}"]`)).toBeFocused();
    await expect(page.locator(`li[aria-posinset="20"] a[href="${link}"]`)).toHaveCount(0);
    await page.unrouteAll();
    await page.goto(search);
    await expectResults(page);
    await page.getByRole('button', { name: 'Load More Flights' }).click();
  });

  test('the notes open on the card and move the cards below down', async () => {
    // Wide enough that the closed notes share a line with badges and fares.
    await page.setViewportSize({ width: 768, height: 740 });
    await nextFrames(page);
    const card = page
      .getByRole('article')
      .filter({ has: page.locator('button[aria-expanded]') })
      .first();
    const notes = card.locator('button[aria-expanded]');
    const height = () => card.evaluate((article) => article.getBoundingClientRect().height);
    const closed = await height();
    await notes.press('Enter');
    await expect(notes).toBeFocused();
    await expect(notes).toHaveAttribute('aria-expanded', 'true');
    expect(await height()).toBeGreaterThan(closed);
    await expect(async () => {
      const cards = await page
        .getByRole('article')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map((box) => [box.top, box.bottom]),
        );
      const gaps = cards.slice(1).map(([top], index) => top! - cards[index]![1]!);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7);
    }).toPass();
  });

  test('[LOOK-02] the filter column does not scroll by itself, and its button stays in sight once there is something to apply', async () => {
    const filters = page.getByRole('region', { name: 'Filters' });
    const scrolling = await filters.evaluate((panel) =>
      [panel, ...panel.querySelectorAll('*')]
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
        .map((part) => part.className),
    );
    expect(scrolling).toEqual([]);
    const apply = filters.getByRole('button', { name: 'Apply Filters' });
    // The first page that is loaded later may scroll by itself.
    await expect(async () => {
      await scrollTo(0);
      await expect(apply).not.toBeInViewport({ timeout: 500 });
    }).toPass();
    await filters.getByRole('checkbox', { name: 'Refundable tickets' }).click();
    await expect(apply).toBeInViewport({ ratio: 1 });
    await expect(apply).toHaveText(/^Apply Filters · \d+ flights?$/);
    expect((await apply.boundingBox())!.height).toBe(44);
    await filters.getByRole('checkbox', { name: 'Refundable tickets' }).click();
  });

  test('[LIST-01] applying filters scrolls to the top, choosing them does not', async () => {
    await scrollTo(900);
    const choose = page.getByRole('checkbox', { name: 'Refundable tickets' });
    await choose.evaluate((box) => (box as HTMLElement).click());
    await nextFrames(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(900);
    await page
      .getByRole('button', { name: 'Apply Filters' })
      .evaluate((button) => (button as HTMLElement).click());
    await expect(page).toHaveURL(/refundable=1/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole('button', { name: 'Clear all', exact: true }).click();
    await expect(page).not.toHaveURL(/refundable/);
  });

  test('the height of a list that is shown again is the measured one, so that Back restores the scroll position', async () => {
    const height = () => list().evaluate((element) => element.getBoundingClientRect().height);
    const middle = await middleOfList();
    await scrollTo(middle);
    const position = Math.round((await getSize()) / 2);
    const link = page.locator(`li[aria-posinset="${position}"]`).getByRole('link', { name: 'View Details' });
    // Cards that come into view are measured.
    await link.focus();
    await nextFrames(page);
    const before = await height();
    await link.click();
    await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
    await page.goBack();
    await expectResults(page);
    await expect.poll(height).toBe(before);
  });

  test('[OFFER-04] the bar with total and book button stays on top of a large screen and at the bottom of a small one', async () => {
    await items().first().getByRole('link', { name: 'View Details' }).click();
    await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible({ timeout: 20_000 });
    const bookThis = page.getByRole('link', { name: 'Book This Flight' });
    const bookNow = page.getByRole('link', { name: 'Book Now' });
    const scrollToMiddle = () =>
      page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight / 3, behavior: 'instant' }));
    await scrollToMiddle();
    await expect(bookThis).toBeInViewport({ ratio: 1 });
    expect((await bookThis.boundingBox())!.y).toBeLessThan(200);
    await expect(bookNow.filter({ visible: true })).toHaveCount(0);
    await page.setViewportSize({ width: 375, height: 640 });
    await scrollToMiddle();
    await expect(bookThis).toBeHidden();
    const visibleButtons = bookNow.filter({ visible: true });
    await expect(visibleButtons).toHaveCount(1);
    await expect(visibleButtons).toBeInViewport({ ratio: 1 });
    expect((await visibleButtons.boundingBox())!.y).toBeGreaterThan(540);
    await page.setViewportSize({ width: 320, height: 640 });
    const tabs = await page
      .getByRole('tablist', { name: 'Details of the offer' })
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(tabs).toEqual(Array(3).fill(tabs[0]));
    await page.goBack();
    await expectResults(page);
  });

  test('[RESULTS-23, RESULTS-24] earlier results are dimmed and inert under a floating pill while a search is loading', async () => {
    await page.route('**/api/flights/search**', () => undefined);
    await page.reload();
    const card = page.getByRole('article', { includeHidden: true });
    await expect(card).toHaveCount(3);
    const link = page.getByText('View Details').first();
    const opacities = await link.evaluate((element) => {
      const opacities = [];
      for (let each: Element | null = element; each; each = each.parentElement)
        opacities.push(Number(getComputedStyle(each).opacity));
      return opacities;
    });
    expect(Math.min(...opacities)).toBe(0.5);
    await link.focus();
    await expect(link).not.toBeFocused();
    const pill = page.getByText('Searching all airlines...');
    await expect(pill).toHaveCSS('position', 'fixed');
    await expect(pill).toBeInViewport({ ratio: 1 });
    await page.unrouteAll();
  });
});

test.describe('results screen around the cards', { tag: '@search' }, () => {
  test('[LOOK-05] a phone has one bar and one row of chips before the first card, and the rest after the second; a wide screen begins high too', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(search);
    await expectResults(page);
    const cards = page.getByRole('article');
    const bar = page.locator('[data-sticky-bar=top]');
    const chips = page.getByRole('group', { name: 'Filter and sort' });
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 667 });
      expect(await bar.boundingBox()).toEqual({ x: 0, y: 56, width, height: 56 });
      expect((await cards.first().boundingBox())!.y).toBeLessThanOrEqual(178);
      const boxes = await chips.evaluate((row) =>
        [...row.children].map((each) => {
          const { top, left, right, height } = each.getBoundingClientRect();
          return { top, height, isInside: left >= 16 && right <= innerWidth - 16 };
        }),
      );
      expect(boxes).toEqual(Array(4).fill({ top: boxes[0]!.top, height: 44, isInside: true }));
      await expectNoHorizontalScroll(page);
      const order = [cards.nth(1), page.getByText(/^Prices from/), cards.nth(2)];
      const tops = await Promise.all(order.map(async (each) => (await each.boundingBox())!.y));
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    }
    // What the row says is whole.
    await page.setViewportSize({ width: 375, height: 667 });
    const cut = await chips
      .or(bar)
      .locator('.truncate')
      .evaluateAll((all) =>
        all.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
      );
    expect(cut).toEqual([]);
    for (const [width, height, top] of [
      [768, 1024, 280],
      [1440, 900, 231],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(chips).toHaveCount(0);
      expect((await cards.first().boundingBox())!.y).toBeLessThanOrEqual(top);
    }
  });

  test('[LOOK-05] [FILTER-01] the row of chips keeps within a phone however many filters are set', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    const bands = 'early-morning,morning,afternoon,evening';
    for (const stops of ['1', '0,1,2']) {
      await page.goto(`${search}&stops=${stops}&depart=${bands}&arrive=${bands}`);
      await expectResults(page);
      const chips = page.getByRole('group', { name: 'Filter and sort' });
      await expect(chips.getByRole('button', { name: 'Filters 3 active filters' })).toBeVisible();
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 667 });
        const card = (await page.getByRole('article').first().boundingBox())!;
        expect([card.x, card.x + card.width]).toEqual([16, width - 16]);
        const boxes = await chips.evaluate((row) =>
          [...row.children].map((each) => {
            const { top, left, right, height } = each.getBoundingClientRect();
            return { top, height, isInside: left >= 16 && right <= innerWidth - 16 };
          }),
        );
        expect(boxes).toEqual(Array(4).fill({ top: boxes[0]!.top, height: 44, isInside: true }));
        // Where there is room, the order is whole.
        const order = chips.locator('.truncate');
        const cut = await order.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        if (width === 375) expect(cut).toBe(0);
      }
    }
  });

  test('[LOOK-05] the bar of a phone gives way while scrolling down, but not with the focus, and comes back while scrolling up', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(search);
    await expectResults(page);
    const bar = page.locator('[data-sticky-bar=top]');
    const scrollTo = (top: number) =>
      page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    const getTop = async () => Math.round((await bar.boundingBox())!.y);
    await expect.poll(getTop).toBe(56);
    expect(await bar.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.16s');
    await scrollTo(400);
    await expect.poll(getTop).toBe(0);
    await scrollTo(360);
    await expect.poll(getTop).toBe(56);
    await scrollTo(700);
    await expect.poll(getTop).toBe(0);
    await page.getByRole('button', { name: 'Refresh Results' }).focus();
    await expect.poll(getTop).toBe(56);
    await scrollTo(1000);
    await nextFrames(page);
    expect(await getTop()).toBe(56);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(
      await bar.evaluate((element) => parseFloat(getComputedStyle(element).transitionDuration)),
    ).toBeLessThan(0.001);
  });

  for (const width of [320, 375, 768, 1440])
    test(`[LOOK-05] the form opens in place of the bar at ${width} px, and searches`, async ({ page }) => {
      await page.setViewportSize({ width, height: 667 });
      await page.goto(search);
      await expectResults(page);
      await page.getByRole('button', { name: /change your search$/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Change your search' });
      await expect(dialog.getByRole('combobox', { name: 'From' })).toHaveValue(/LON/);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
      const submit = dialog.getByRole('button', { name: /^Search/ });
      await expect(submit).toBeInViewport({ ratio: 1 });
      // Escape closes only what is above the form.
      const departure = dialog.getByRole('button', { name: /^Departure/ });
      await departure.click();
      const days = page.locator('td[data-day] button');
      await expect(days.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(days).toHaveCount(0);
      await expect(departure).toBeFocused();
      await dialog.getByRole('button', { name: /^Travellers and cabin/ }).click();
      await page.getByRole('button', { name: /^Increase Adults/ }).click();
      await page.keyboard.press('Escape');
      await expect(dialog.getByText('3 adults, Economy')).toBeVisible();
      const to = dialog.getByRole('combobox', { name: 'To' });
      await to.click();
      await to.fill('AMS');
      const airport = page.getByRole('option', { name: /AMS/ }).first();
      await expect(airport).toBeInViewport({ ratio: 1 });
      await airport.click();
      await submit.click();
      await expect(page).toHaveURL(/destination=AMS.*adultsCount=3/);
      await expect(dialog).toHaveCount(0);
      await expectResults(page);
      await expect(page.locator('[inert]')).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL(/destination=SYD/);
    });
});

const airlines = ['BA', 'KL', 'AF', 'LH'];
const longAirlineName = 'Scandinavian Airlines';

/** Four round trips of two airlines each, with four fares and several notes. */
const mixedOffers = [8, 9, 10, 11].flatMap((hour, index) =>
  ['Basic', 'Standard', 'Flex', 'Premium Economy Standard'].map((name, fare) => {
    const slices = [
      sampleSlice('LHR', 'JFK', {
        stops: ['AMS'],
        airlines: [airlines[index]!, 'DL'],
        departs: `2090-12-05T${hour + 10}:00:00`,
        arrives: `2090-12-06T0${index}:40:00`,
      }),
      sampleSlice('JFK', 'LGW', { departs: '2090-12-12T18:00:00', arrives: '2090-12-13T09:05:00' }),
    ];
    for (const slice of slices) {
      slice.fare_brand_name = name;
      for (const segment of slice.segments) {
        segment.cabin_class = fare < 3 ? 'economy' : 'premium_economy';
        segment.marketing_carrier.name = longAirlineName;
      }
    }
    return sampleOffer({
      id: `off_${index}_${fare}`,
      total_amount: `${400 + 10 * index + 100 * fare}.00`,
      slices,
      expires_at: '2090-12-01T00:00:00Z',
      conditions: sampleConditions({ refundable: true, changeable: true }),
    });
  }),
);

test.describe('cards of several airlines', { tag: '@search' }, () => {
  const searchedAt = new Date().toISOString();
  test.beforeEach(async ({ page }) => {
    await page.route(/\/api\/flights\/search(\?|$)/, (route) =>
      route.fulfill({
        json: {
          search_id: 'mixed',
          offers: mixedOffers,
          total_count: mixedOffers.length,
          searched_at: searchedAt,
          facts: { itinerary_count: airlines.length, median_emissions_kg: null, shortest_minutes: 510 },
        },
      }),
    );
    await page.route(`**${searchProgress.path}?*`, (route) => route.fulfill({ status: 204 }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(searchUrl({ ...longTrip, origin: 'LHR', destination: 'JFK', adults: 1 }));
    await expectResults(page);
  });

  test('[LIST-02, LOOK-05] four of them fit on a laptop: badges and notes share their last line, and there are few lines of small text', async ({
    page,
  }) => {
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(airlines.length);
    await expect(cards.nth(3).getByRole('link', { name: 'View Details' })).toBeInViewport({ ratio: 1 });
    await expect(cards.nth(3).getByText(/^1 traveller/)).toBeInViewport({ ratio: 1 });
    const measured = await cards.evaluateAll((all) =>
      all.map((card) => ({
        height: card.getBoundingClientRect().height,
        lastLine: new Set(
          [...card.querySelectorAll('.ui-badge, button[aria-expanded]')].map((each) => {
            const { top, bottom } = each.getBoundingClientRect();
            return Math.round((top + bottom) / 2);
          }),
        ).size,
        smallLines: new Set(
          [...card.querySelectorAll('*')]
            .filter(
              (each) =>
                getComputedStyle(each).fontSize === '13px' &&
                !each.closest('.ui-visually-hidden, .sr-only') &&
                [...each.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE),
            )
            .map((each) => Math.round(each.getBoundingClientRect().top / 4)),
        ).size,
        rows: [...card.querySelectorAll('.ui-slice-line')].map(
          (line) => line.parentElement!.parentElement!.getBoundingClientRect().height,
        ),
        cutNotes: [...card.querySelectorAll('button span')].filter(
          (text) => text.scrollWidth > text.clientWidth && getComputedStyle(text).textOverflow === 'ellipsis',
        ).length,
      })),
    );
    expect(Math.max(...measured.map(({ smallLines }) => smallLines))).toBeLessThanOrEqual(12);
    // The first card has the words Best, Cheapest and Fastest in that line as well.
    expect(measured.slice(1)).toEqual(
      Array(airlines.length - 1).fill(
        expect.objectContaining({ height: 154, lastLine: 1, rows: [40, 40], cutNotes: 0 }),
      ),
    );
    expect(measured[0]).toMatchObject({ height: 154, lastLine: 1, rows: [40, 40] });
    await expect(cards.nth(1).getByText(`${longAirlineName} +2`)).toBeVisible();
    expect((await cards.first().boundingBox())!.y).toBeLessThanOrEqual(231);
    const middles = await cards.first().evaluate((card) => {
      const rows = [...card.querySelectorAll('.ui-slice-line')].map(
        (line) => line.parentElement!.parentElement!,
      );
      const link = card.querySelector('a')!;
      const columns = [
        [rows[0]!, rows[1]!],
        [card.querySelector('fieldset')!.parentElement!, card.querySelector('fieldset')!.parentElement!],
        [link.parentElement!, link.parentElement!],
      ];
      return columns.map(([top, bottom]) =>
        Math.round((top!.getBoundingClientRect().top + bottom!.getBoundingClientRect().bottom) / 2),
      );
    });
    expect(new Set(middles).size).toBe(1);
    await expect(cards.first().getByText('Multiple Airlines')).toBeVisible();
  });

  for (const width of [375, 768, 1440])
    test(`[LIST-02] all fares are compared side by side, on a phone below each other, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const card = page.getByRole('article').first();
      await expect(card.getByRole('radio')).toHaveCount(width < 768 ? 0 : 3);
      const before = await card.boundingBox();
      const compare = card.getByRole('button', { name: 'Compare fares' });
      expect((await compare.boundingBox())!.height).toBeGreaterThanOrEqual(width < 768 ? 44 : 24);
      await compare.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Compare fares' });
      const fares = dialog.getByRole('listitem');
      await expect(fares).toHaveCount(4);
      const boxes = await fares.evaluateAll((all) =>
        all.map((fare) => fare.getBoundingClientRect().toJSON() as DOMRect),
      );
      const edges = boxes.map((box) => Math.round(width < 768 ? box.x : box.y));
      expect(new Set(edges).size).toBe(1);
      expect(new Set(boxes.map((box) => Math.round(box.width))).size).toBe(1);
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: /^Choose Premium Economy/ }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(compare).toBeFocused();
      await expect(card.locator('.ui-price-text')).toHaveText('$700');
      expect(await card.boundingBox()).toEqual(before);
      if (width >= 768) await expect(card.getByRole('radio', { name: /^Premium Economy/ })).toBeChecked();
    });
});

test.describe('cards', { tag: '@search' }, () => {
  for (const [trip, returnInDays, heights] of [
    ['one way', undefined, [200, 176, 122, 122]],
    ['round trip', 150, [232, 200, 154, 154]],
  ] as const)
    for (const [origin, destination] of [
      ['LHR', 'JFK'],
      ['LON', 'SYD'],
    ] as const)
      test(`[LOOK-05] cards are low, with columns at the same places and the line amid the times: ${origin}-${destination}, ${trip}`, async ({
        page,
      }) => {
        // So high that the whole first page of the list is drawn.
        await page.setViewportSize({ width: 1440, height: 8000 });
        await page.goto(searchUrl({ ...longTrip, origin, destination, returnInDays }));
        await expectResults(page);
        for (const word of ['Best', 'Cheapest', 'Fastest'])
          await expect(
            page.getByRole('list', { name: 'Flights' }).getByText(word, { exact: true }),
          ).toHaveCount(1);
        for (const [index, width] of [375, 768, 1280, 1440].entries()) {
          await page.setViewportSize({ width, height: 8000 });
          const cards = page.getByRole('article');
          await expect(cards.first().locator('fieldset')).toHaveCount(width < 768 ? 0 : 1);
          // A card takes another form a moment after the window has another width.
          await expect(async () => {
            const measured = await cards.evaluateAll((all) =>
              all.map((card) => {
                const box = card.getBoundingClientRect();
                const place = (element: Element) => {
                  const { left, right } = element.getBoundingClientRect();
                  return { left: Math.round(left - box.left), right: Math.round(right - box.left) };
                };
                const lines = [...card.querySelectorAll('.ui-slice-line')];
                const [price, button] = [card.querySelector('.ui-price-text')!, card.querySelector('a')!];
                const room = button.getBoundingClientRect().top - price.getBoundingClientRect().bottom;
                return {
                  height: box.height,
                  gaps: lines.map((line) => {
                    const [departure, arrival] = line
                      .closest('.grid')!
                      .querySelectorAll('p > .figures[translate=no]');
                    return [
                      place(line).left - place(departure!).right,
                      place(arrival!).left - place(line).right,
                    ];
                  }),
                  places: JSON.stringify([...lines, button].map(place)),
                  isPriceOverButton: place(price).right === place(button).right && room >= 0 && room <= 4,
                  fontSize: getComputedStyle(price).fontSize,
                };
              }),
            );
            expect(measured.length).toBeGreaterThanOrEqual(30);
            expect(new Set(measured.map(({ places }) => places)).size).toBe(1);
            for (const { gaps, isPriceOverButton, fontSize } of measured) {
              for (const [left, right] of gaps) expect(left).toBe(right);
              expect(isPriceOverButton).toBe(true);
              expect(fontSize).toBe('22px');
            }
            expect(Math.max(...measured.map(({ height }) => height))).toBeLessThanOrEqual(heights[index]!);
          }).toPass();
        }
      });

  for (const width of [375, 768, 1440])
    test(`[CARE-07] an empty search has its first error below the header at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 667 });
      await page.goto('/');
      const form = page.getByRole('form', { name: 'Flight search' });
      await form.getByRole('button', { name: 'Search flights' }).click();
      const field = form.getByLabel(/^From/);
      await expect(field).toBeFocused();
      const header = (await page.locator('header').first().boundingBox())!;
      for (const part of [field, form.getByText('Please select an origin airport')]) {
        const box = (await part.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
        expect(box.y + box.height).toBeLessThanOrEqual(667);
      }
    });

  for (const width of [375, 768, 1440])
    test(`a search causes no layout shift at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const readLayoutShift = await trackLayoutShift(page);
      await page.goto(searchUrl({ ...longTrip, departureInDays: 150 - Math.round(width / 100) }));
      await expectResults(page);
      await expect(page.getByText(/^\d+ fares$/)).toBeVisible();
      await nextFrames(page);
      expect(await readLayoutShift()).toBeLessThan(0.01);
    });

  test('[LOOK-01] cards, their fares and the space between cards have air, and fares are columns of one width, on a tablet beside the price', async ({
    page,
  }) => {
    await page.goto(search);
    await expectResults(page);
    for (const [width, air] of [
      [375, 12],
      [768, 16],
      [1024, 16],
      [1280, 16],
      [1440, 20],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const cards = page.getByRole('article');
      await expect(
        cards
          .first()
          .getByRole(width < 768 ? 'button' : 'radio')
          .first(),
      ).toBeVisible();
      const measured = await cards.evaluateAll((all) => {
        /**
         * From the box to the nearest of what it contains; the area where a word can be pressed may reach into it, and so may cut text.
         * What the flight is first in lies on the border of a phone.
         */
        const readAir = (box: Element) => {
          const outer = box.getBoundingClientRect();
          const inner = [...box.querySelectorAll('p, a, span, input, select')]
            .filter(
              (each) =>
                !each.parentElement!.closest('.truncate, .overflow-hidden, .ui-visually-hidden') &&
                [each, each.parentElement!].every((box) => getComputedStyle(box).position !== 'absolute'),
            )
            .map((each) => each.getBoundingClientRect())
            .filter((each) => each.width > 1 && each.height > 1);
          return Math.min(
            ...inner.flatMap((each) => [
              each.left - outer.left,
              each.top - outer.top,
              outer.right - each.right,
              outer.bottom - each.bottom,
            ]),
          );
        };
        const [first, second] = all.map((card) => card.getBoundingClientRect());
        const fares = all.flatMap((card) => [...card.querySelectorAll('label')]);
        return {
          card: Math.min(...all.map(readAir)),
          height: Math.max(...all.map((card) => card.getBoundingClientRect().height)),
          between: second!.top - first!.bottom,
          fare: Math.min(...fares.map(readAir)),
          widths: [...new Set(fares.map((fare) => Math.round(fare.getBoundingClientRect().width)))],
        };
      });
      expect(measured.card).toBeGreaterThanOrEqual(air);
      expect(measured.between).toBeGreaterThanOrEqual(12);
      if (width < 768) continue;
      if (width <= 1024) expect(measured.height).toBeLessThanOrEqual(220);
      expect(measured.fare).toBeGreaterThanOrEqual(8);
      expect(measured.widths).toHaveLength(1);
    }
  });

  for (const [width, height, origin, destination, adults] of [
    [375, 667, 'LON', 'SYD', 2],
    [375, 667, 'LON', 'NYC', 4],
    [320, 640, 'LHR', 'JFK', 1],
  ] as const)
    test(`[LOOK-01] a phone of ${width} px shows the first price and its button without scrolling: ${origin}-${destination}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(searchUrl({ ...longTrip, origin, destination, adults }));
      await expectResults(page);
      const card = page.getByRole('article').first();
      await expect(card.getByRole('link', { name: 'View Details' })).toBeInViewport({ ratio: 1 });
      await expect(card.locator('.ui-price-text[data-size=large]')).toBeInViewport({ ratio: 1 });
    });
});

/** A price that other searches have seen, with the most characters that a day has room for. */
const toDayPrice = (days: number) => ({
  date: getDayFromNow(days),
  total_amount: `${1111 + days}.00`,
  total_currency: 'USD',
  seen_at: new Date().toISOString(),
});

test.describe('calendar, days and tabs', { tag: '@search' }, () => {
  test('[LOOK-02] the calendar with prices fits below the form on a laptop, and a day is named by what it shows', async ({
    page,
  }) => {
    await page.route(`**${getPriceCalendar.path}?*`, (route) =>
      route.fulfill({ json: { days: Array.from({ length: 75 }, (_, days) => toDayPrice(days)) } }),
    );
    await page.setViewportSize({ width: 1366, height: 768 });
    await openHome(page);
    await selectAirport(page, 'From', 'LHR', /LHR/);
    await selectAirport(page, 'To', 'JFK', /JFK/);
    const field = page.getByRole('button', { name: /^Departure/ });
    await field.click();
    await expect(page.locator('.ui-calendar__note').first()).toBeVisible();
    const panel = page.getByRole('dialog', { name: 'Calendar' });
    for (const [width, height] of [
      [1366, 768],
      [1280, 720],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(panel.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() => panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
        .toBe(0);
      const [above, below] = [await field.boundingBox(), await panel.boundingBox()];
      expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
      const form = (await page.getByRole('form', { name: 'Flight search' }).boundingBox())!;
      expect(below!.x).toBeGreaterThanOrEqual(form.x);
      expect(Math.round(below!.x + below!.width)).toBeLessThanOrEqual(Math.round(form.x + form.width));
    }
    const { violations } = await new AxeBuilder({ page })
      .withRules('label-content-name-mismatch')
      .setLegacyMode()
      .analyze();
    expect(violations).toEqual([]);
  });

  test('[LOOK-02] prices of other days and sort tabs neither scroll nor overlap at any width', async ({
    page,
  }) => {
    const { departureInDays } = longTrip;
    const others = [-7, -6, -5, -4, -3, -2, -1, 1, 2, 3].map((days) => toDayPrice(departureInDays + days));
    await page.route(`**${getAlternativePrices.path}?*`, (route) =>
      route.fulfill({ json: { days: others, nearby: [], nearby_routes: [] } }),
    );
    await page.goto(search);
    await expectResults(page);
    const graph = page.getByRole('list', { name: 'Prices by day of departure' });
    const tabs = page.getByRole('group', { name: 'Best, cheapest, fastest' });
    await expect(tabs.getByText(/^,? ?\$[\d,]+/).first()).toBeVisible();
    for (const width of [320, 375, 768, 1024, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const days = page.getByRole('button', { name: /^Prices on other days/ });
      // It is another one from 768 px.
      if ((await days.getAttribute('aria-expanded')) === 'false') await days.click();
      await expectNoHorizontalScroll(page);
      expect(await graph.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
      for (const list of width < 768 ? [graph] : [graph, tabs]) {
        const outside = await list.getByRole('button').evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { left, right } = button.getBoundingClientRect();
            return [...button.querySelectorAll('span:not(.ui-visually-hidden)')]
              .filter((text) => {
                const box = text.getBoundingClientRect();
                return box.left < left - 1 || box.right > right + 1;
              })
              .map((text) => text.textContent);
          }),
        );
        expect(outside).toEqual([]);
      }
    }
  });

  test('[LOOK-05] nothing moves when the prices of other days become known, at any width', async ({
    page,
  }) => {
    const others = Array.from({ length: 6 }, (_, day) => toDayPrice(longTrip.departureInDays - 7 + day));
    for (const width of [320, 375, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const known = Promise.withResolvers<void>();
      await page.unrouteAll();
      await page.route(`**${getAlternativePrices.path}?*`, async (route) => {
        await known.promise;
        const [lowest, ...days] = others;
        const day = { ...lowest, total_amount: '9.00' };
        await route.fulfill({ json: { days: [day, ...days], nearby: [], nearby_routes: [] } });
      });
      await page.goto(search);
      await expectResults(page);
      await expect(page.getByText(/^\d+ fares$/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'See prices on other days' })).toBeVisible();
      await nextFrames(page);
      const cards = page.getByRole('article');
      const readTops = () =>
        cards.evaluateAll((all) => all.slice(0, 3).map((card) => card.getBoundingClientRect().top));
      const before = await readTops();
      known.resolve();
      await expect(page.getByRole('button', { name: /^Prices on other days: \$9/ })).toBeVisible();
      await nextFrames(page);
      expect(await readTops(), `at ${width} px`).toEqual(before);
    }
  });

  for (const path of ['/', '/faq'])
    test(`[LOOK-02] tabs on ${path} do not scroll at 320 px`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      const tabs = page.getByRole('tablist', { includeHidden: true }).first();
      await expect(tabs).toBeVisible();
      expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });

  test('the calendar explains its prices only while a visible month has prices', async ({ page }) => {
    await page.goto(search);
    await expectResults(page);
    await page.getByRole('link', { name: 'Modify Search' }).click();
    await page.getByRole('button', { name: /^Departure/ }).click();
    const footnote = page.getByText(/^Lowest prices for all travellers/);
    await expect(footnote).toBeVisible();
    for (let months = 0; months < 2; months += 1)
      await page.getByRole('button', { name: /previous month/i }).click();
    await expect(page.locator('.ui-calendar__note')).toHaveCount(0);
    await expect(footnote).toBeHidden();
  });
});
