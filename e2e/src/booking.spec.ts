import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import {
  enterPassengers,
  family,
  formatPrice,
  mastercard,
  payAndBook,
  readTotal,
  skipSeats,
} from './testing/booking.ts';
import { expectMailTellsTrip, waitForEmail } from './testing/mail.ts';
import { trackLedgers } from './testing/sandbox-control.ts';
import { bookFirstOffer, expectResults, openPassengers, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';
import { describeGuestJourney } from './testing/guest-journey.ts';

describeGuestJourney({ form: 'fields', mode: 'test', host: 'localhost' });

test(
  '[MONEY-04, TRIP-01, PAX-02, SEAT-07, SEAT-09, SEAT-10, SEAT-14, EXTRA-01, EXTRA-02, LOOK-02, PAY-09, CONFIRM-05, CONFIRM-06] a family of four books a round trip with bags and with seats on all flights but one, is charged the total that every screen shows, and finds it all on the trip and its page',
  { tag: ['@booking', '@account'] },
  async ({ page }) => {
    test.setTimeout(150_000);
    const trip = { origin: 'CDG', destination: 'JFK', departureInDays: 60 };
    const readChanges = await trackLedgers(trip);
    await openPassengers(page, { ...trip, returnInDays: 74, adults: 2, children: 1, infants: 1 });
    const email = await enterPassengers(page, family);

    await test.step('select bags, and a seat on each flight but the last for each passenger who needs one', async () => {
      const continueButton = page.getByRole('button', { name: 'Continue to Payment' });
      await expect(page.locator('[data-seat]').first()).toBeVisible({ timeout: 20_000 });
      await continueButton.click();
      await expectToastCoversNothing(page);
      await expectToastToGiveUpItsRoom(page);
      await page.getByRole('checkbox', { name: 'Both ways' }).click();
      await page.getByRole('checkbox', { name: 'Same for all passengers' }).click();
      await page
        .getByRole('button', { name: /^Increase checked bag up to 23 kg for Nora/ })
        .first()
        .click({ clickCount: 2 });
      await page
        .getByRole('button', { name: /^Increase checked bag up to 23 kg for Elsa/ })
        .last()
        .click();
      await expectAccessible(page);
      await expectWholeMapOnPhone(page);
      const flights = page.getByRole('tablist', { name: 'Flights' }).getByRole('tab');
      const count = Math.max(1, await flights.count());
      for (let flight = 0; flight < count; flight += 1) {
        if (count > 1) await flights.nth(flight).click();
        if (flight > 0 && flight === count - 1) {
          await page.getByRole('checkbox', { name: 'No seats on this flight' }).click();
          continue;
        }
        for (let seat = 0; seat < 3; seat += 1) {
          await page.locator('[data-seat][data-state="available"]:visible').first().click();
        }
      }
      await continueButton.click();
      await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    });

    await test.step('open the order on a phone', async () => {
      const desktop = page.viewportSize()!;
      await page.setViewportSize({ width: 375, height: 812 });
      const order = page.getByRole('complementary', { name: 'Order Summary' });
      const line = order.getByRole('button', { name: /^Order Summary CDG to JFK\s*\$/ });
      await expect(order.getByText('Base fare')).toBeHidden();
      await line.click();
      await expect(order.getByText('Base fare')).toBeVisible();
      await line.click();
      await page.setViewportSize(desktop);
      await expect(order.getByText('Base fare')).toBeVisible();
    });

    const total = await readTotal(page);
    await payAndBook(page, mastercard);
    const { orders, intents } = await readChanges();
    expect(orders).toHaveLength(1);
    expect(intents).toEqual([
      expect.objectContaining({ amount: total, amount_received: total, status: 'succeeded' }),
    ]);
    const paid = formatPrice(total);
    await expect(page.locator('dt:text-is("Total paid") + dd')).toContainText(paid);
    await expect(page.getByText('2 adults, 1 child, 1 infant').first()).toBeVisible();
    const confirmed = (name: string) =>
      page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(confirmed('Nora')).toContainText(
      /Adult.*\w\w\d+ CDG to \w{3}: seat \d+[A-Z].*2 checked bags up to 23 kg, CDG to JFK/,
    );
    await expect(confirmed('Elsa')).toContainText(
      /Child.*: seat \d+[A-Z].*1 checked bag up to 23 kg, JFK to CDG/,
    );
    await expect(confirmed('Tim')).toHaveText(/Infant$/);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]).toBe('1');

    await test.step('find bags and seats on the trip', async () => {
      await page.getByRole('link', { name: 'View My Trips' }).click();
      await page.getByRole('button', { name: 'View Details' }).first().click();
      const dialog = page.getByRole('dialog');
      const passenger = (name: string) =>
        dialog.getByRole('list', { name: 'Passengers' }).getByRole('listitem').filter({ hasText: name });
      await expect(passenger('Nora')).toContainText(/Adult.*2 checked bags up to 23 kg, CDG to JFK \(\$/);
      await expect(passenger('Elsa')).toContainText('1 checked bag up to 23 kg, JFK to CDG');
      await expect(dialog).toContainText(`Total ${paid}`);
      await dialog.getByRole('link', { name: 'Open trip' }).click();
    });

    await test.step('open its page, which can be loaded again and printed on one sheet', async () => {
      await expect(page).toHaveURL(/\/my-trips\/[0-9a-f-]{36}$/);
      await page.reload();
      const section = (name: string) => page.getByRole('region', { name, exact: true });
      await expect(section('Outbound')).toContainText(
        /\w\w\d+.*Nora Lindqvist: seat \d+[A-Z], 2 checked bags up to 23 kg/,
      );
      await expect(section('Return')).toContainText(/Elsa Lindqvist: .*1 checked bag up to 23 kg/);
      await expect(section('Outbound')).toContainText('(CDG)');
      await expect(section('Passengers').getByText(/^E-ticket \d{3}-\d{10}$/)).toHaveCount(4);
      await expect(section('Price').getByRole('term')).toHaveText([
        'Flights',
        'Seats',
        'Bags',
        'Total (USD)',
      ]);
      const amounts = await section('Price').getByRole('definition').allTextContents();
      const [sum, ...parts] = amounts
        .map((text) => Math.round(Number(text.replace(/[$,]/g, '')) * 100))
        .reverse();
      expect(parts.reduce((all, part) => all + part)).toBe(sum);
      expect(sum).toBe(total);
      await expect(section('Price')).toContainText(`${paid} (USD) was paid with your Mastercard card`);
      const mail = await waitForEmail(email, /is confirmed$/);
      await expectMailTellsTrip(page, mail, ['Outbound', 'Return', 'Passengers', 'Fare', 'Price']);
      await page.getByRole('button', { name: 'Manage Seats' }).click();
      await expect(section('Manage Seats')).toBeVisible();
      await expectAccessible(page);
      const sheet = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(/\/Type \/Pages\s+\/Count (\d+)/.exec(sheet)?.[1]).toBe('1');
    });
  },
);

test(
  '[MONEY-04, EXTRA-01, SEAT-14, CONFIRM-05] two guests book seats and bags and are charged the total that payment, confirmation and trip show',
  { tag: ['@search', '@booking', '@account', '@smoke'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const trip = { origin: 'LHR', destination: 'JFK', departureInDays: 62 };
    const readChanges = await trackLedgers(trip);
    await page.goto(`${searchUrl({ ...trip, adults: 2 })}&stops=0`);
    await expectResults(page);
    await bookFirstOffer(page);
    const email = await enterPassengers(page, family.slice(0, 2));
    const seats = page.locator('[data-seat][data-state="available"]:visible');
    await expect(seats.first()).toBeVisible({ timeout: 20_000 });
    await page
      .getByRole('button', { name: /^Increase checked bag/ })
      .first()
      .click();
    for (let traveller = 0; traveller < 2; traveller += 1) await seats.first().click();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    const order = page.getByRole('complementary', { name: 'Order Summary' });
    await expect(order.getByRole('term')).toHaveText([
      'Base fare',
      'Taxes',
      '2 seats',
      /^2 checked bags/,
      'Total (USD)',
    ]);

    const total = await readTotal(page);
    const reference = await payAndBook(page);
    const { orders, intents } = await readChanges();
    expect(orders.map(({ booking_reference }) => booking_reference)).toEqual([reference]);
    expect(intents).toEqual([
      expect.objectContaining({ amount: total, amount_received: total, status: 'succeeded' }),
    ]);
    const paid = formatPrice(total);
    await expect(page.locator('dt:text-is("Total paid") + dd')).toContainText(paid);
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nora' })).toContainText(
      /seat \d+[A-Z].*checked bag/,
    );
    await waitForEmail(email, /is confirmed$/);
    await page.getByRole('link', { name: 'View My Trips' }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(page.getByRole('dialog')).toContainText(`Total ${paid}`);
  },
);

/** The toast lies below the header, and page and sticky bars start below the toast, at its top and scrolled down. */
async function expectToastCoversNothing(page: Page): Promise<void> {
  const desktop = page.viewportSize()!;
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  // Under a pointer it stays open.
  await toast.hover();
  for (const width of [1440, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    for (const top of [0, 900])
      await expect
        .poll(() =>
          page.evaluate((scrollTop) => {
            window.scrollTo(0, scrollTop);
            const get = (selector: string) =>
              [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
            const [shown] = get('.ui-toast');
            if (!shown || shown.height === 0) return 'no toast';
            const content = get(scrollTop ? '[data-sticky-bar="top"]' : 'main h1');
            const [header] = get('header');
            return (
              header!.bottom <= shown.top &&
              content.every((part) => !part.width || part.top >= shown.bottom - 1)
            );
          }, top),
        )
        .toBe(true);
  }
  await page.setViewportSize(desktop);
}

/** At the top of the page, which then begins where it did before the toast. */
async function expectToastToGiveUpItsRoom(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  const getRoom = () =>
    page.locator('main').evaluate((main) => {
      const bar = document.querySelector('header')!.getBoundingClientRect();
      return parseFloat(getComputedStyle(main).paddingTop) - bar.height;
    });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(getRoom).toBeGreaterThan(40);
  await toasts.getByRole('button', { name: 'Close' }).click();
  await expect(toasts).toHaveCount(0);
  await expect.poll(getRoom).toBeLessThan(2);
}

/** Nothing scrolls inside the page, and each seat is on the screen and large enough for a finger. (LOOK-02) */
async function expectWholeMapOnPhone(page: Page): Promise<void> {
  const desktop = page.viewportSize()!;
  for (const width of [375, 320]) await expectWholeMap(page, width);
  await page.setViewportSize(desktop);
}

async function expectWholeMap(page: Page, phoneWidth: number): Promise<void> {
  await page.setViewportSize({ width: phoneWidth, height: 812 });
  const seats = await page.locator('[data-seat]:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return { left, right, size: Math.min(width, height) };
    }),
  );
  expect(Math.min(...seats.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...seats.map(({ right }) => right))).toBeLessThanOrEqual(phoneWidth);
  expect(Math.min(...seats.map(({ size }) => size))).toBeGreaterThanOrEqual(24);
  const scrolling = await page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow))
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      )
      .map(({ className }) => className),
  );
  expect(scrolling).toEqual([]);
  // A price is whole in its seat, or not written there.
  const cut = await page.locator('[data-seat] [translate="no"]').evaluateAll((prices) =>
    prices.flatMap((price) => {
      const line = price.getBoundingClientRect();
      const isShown = (part: Element) => part.getBoundingClientRect().top < line.bottom - 1;
      const isWhole = (part: Element) => part.getBoundingClientRect().width <= line.width;
      return [...price.children]
        .filter((part) => isShown(part) && !isWhole(part))
        .map((part) => part.textContent);
    }),
  );
  expect(cut).toEqual([]);
  const bar = (await page.locator('[data-sticky-bar="bottom"]').boundingBox())!;
  expect(bar.height).toBeLessThanOrEqual(110);
}

for (const [kind, onCard, inList, expected] of [
  ['without changes or refund', 'No refund', /No changes\s*No refund/, ['No changes - ', 'No refund - ']],
  [
    'with a refund less a fee',
    /Refund −\$/,
    /Refund −\$/,
    [/^(Free changes|Changes allowed)/, 'Refundable fare - '],
  ],
] as const)
  test(
    `[PROMISE-03, PROMISE-04, CONFIRM-05] a fare ${kind} has the same rules on offer, each step, confirmation, trip and mail`,
    { tag: ['@booking', '@account'] },
    async ({ page }) => {
      test.setTimeout(120_000);
      await page.goto(searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 61 }));
      await expectResults(page);
      const card = page.getByRole('article').filter({ hasText: onCard }).first();
      await card.getByRole('link', { name: 'View Details' }).click();
      const fare = page
        .getByRole('region', { name: 'Fares of these flights' })
        .getByRole('listitem')
        .filter({ hasText: inList })
        .first();
      const choose = fare.getByRole('link', { name: /^Choose/ });
      await expect(fare).toBeVisible();
      if (await choose.isVisible()) await choose.click();
      await expect(fare).toHaveAttribute('aria-current', 'true');
      const summary = page
        .locator('section, div')
        .filter({ has: page.getByRole('heading', { name: 'Price Summary' }) });
      const notes = summary.last().locator('p:has(svg)');
      await expect(notes).toHaveCount(3);
      const rules = (await notes.allInnerTexts()).map((text) => text.trim());
      for (const [index, text] of expected.entries()) expect(rules[index + 1]).toMatch(text);

      const expectRules = async (place: Locator) => {
        for (const rule of rules) await expect(place.getByText(rule, { exact: true })).toBeVisible();
      };
      await page.getByRole('link', { name: /^Book/ }).filter({ visible: true }).first().click();
      await expect(page.getByRole('heading', { name: 'Who is travelling?' })).toBeVisible();
      const yourFlight = page.getByRole('complementary', { name: 'Your flight' });
      await expectRules(yourFlight);
      const email = await enterPassengers(page);
      await expect(page.getByRole('heading', { name: 'Bags and seats' })).toBeVisible();
      await expectRules(yourFlight);
      await skipSeats(page);
      const form = page
        .locator('form')
        .filter({ has: page.getByRole('button', { name: 'Complete Booking' }) });
      await expectRules(form);
      await expect(form.getByRole('link', { name: 'terms of service' })).toHaveAttribute(
        'href',
        '/terms-of-service',
      );
      await expectRules(page.getByRole('complementary', { name: 'Order Summary' }));
      const reference = await payAndBook(page);
      await expectRules(yourFlight);
      const mail = await waitForEmail(email, new RegExp(reference));
      for (const rule of rules) expect(mail.text).toContain(rule);
      await page.getByRole('link', { name: 'View My Trips' }).click();
      await page.getByRole('button', { name: 'View Details' }).first().click();
      await expectRules(page.getByRole('dialog').getByRole('region', { name: 'Fare' }));
    },
  );
