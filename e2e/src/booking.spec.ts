import { expect, type Browser, type Locator } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import {
  completeBooking,
  createUniqueEmail,
  declinedCard,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  family,
  getCardNumber,
  openPayment,
  readTotal,
  skipSeats,
  validCard,
} from './testing/booking.ts';
import { getDayFromNow } from './testing/dates.ts';
import { waitForEmail } from './testing/mail.ts';
import { getAdministrator, getProductSetting, setPaymentElement } from './testing/product.ts';
import { expectBookedOnce, readStripeLedger, trackLedgers } from './testing/sandbox-control.ts';
import {
  bookFirstOffer,
  expectResults,
  openHome,
  searchUrl,
  selectAirport,
  selectDay,
} from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

/** Switches the mode on the screen of the administrator, which says so after it has loaded itself again. */
async function switchMode(browser: Browser, badge: 'LIVE (sandbox)' | 'TEST'): Promise<void> {
  const page = await browser.newPage();
  await page.goto('/login?redirect=/admin-settings');
  const { username, password } = getAdministrator();
  await signIn(page, username, password);
  page.on('dialog', (dialog) => void dialog.accept());
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('switch', { name: 'Live Mode' }).click();
  await isReloaded;
  await expect(page.getByText(badge, { exact: true })).toBeVisible();
  await page.close();
}

const mastercard = '5555555555554444';

for (const { form, mode, host } of [
  { form: 'fields', mode: 'test', host: 'localhost' },
  { form: 'element', mode: 'test', host: 'sunhop.localhost' },
  { form: 'element', mode: 'live', host: 'localhost' },
] as const)
  test.describe(`by ${form} in ${mode} mode at ${host}`, () => {
    test.use({
      baseURL: async ({}, provide) =>
        provide(Object.assign(new URL(getProductSetting('E2E_URL')), { hostname: host }).href),
    });
    test.beforeAll(async ({ browser }) => {
      await setPaymentElement(form === 'element');
      if (mode === 'live') await switchMode(browser, 'LIVE (sandbox)');
    });
    test.afterAll(async ({ browser }) => {
      if (mode === 'live') await switchMode(browser, 'TEST');
      await setPaymentElement(false);
    });

    test('[CONFIRM-01, CONFIRM-07, CONFIRM-10, MONEY-22, MONEY-23, TRIPS-20, HEADER-10, GUEST-02, PROVIDER-40, ELEMENT-01, MODE-04] a guest searches one way, books, is charged once, finds the trip and cancels it', async ({
      page,
    }) => {
      test.setTimeout(150_000);
      const bodies: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(new URL(page.url()).origin)) bodies.push(request.postData() ?? '');
      });
      const readChanges = await trackLedgers();
      const email = createUniqueEmail();

      await openHome(page);
      await page.getByRole('tab', { name: 'One-way' }).click();
      await selectAirport(page, 'From', 'lond', /Heathrow/);
      await selectAirport(page, 'To', 'JFK', /JFK/);
      await selectDay(page, 'Departure', getDayFromNow(40));
      await page.getByRole('button', { name: 'Search flights' }).click();

      await expect(page).toHaveURL(/\/search\?.*origin=LHR.*destination=JFK.*tripType=one-way/);
      await expectResults(page);
      // The list is virtualised, so its length is read from aria-setsize.
      const firstItem = page.getByRole('list', { name: 'Flights' }).getByRole('listitem').first();
      await expect(firstItem).toHaveAttribute('aria-setsize', '30');
      await page.getByRole('button', { name: 'Load More Flights' }).click();
      await expect(firstItem).toHaveAttribute('aria-setsize', /^(3[1-9]|[4-9]\d|1[0-2]\d|130)$/);

      await page.getByRole('checkbox', { name: 'Refundable tickets' }).check();
      await page.getByRole('button', { name: 'Apply Filters' }).click();
      await expect(page.getByRole('article').first().getByText('Refundable', { exact: true })).toBeVisible();

      await bookFirstOffer(page);
      await enterPassengers(page, family.slice(0, 1), { email, phone: '+1 212 555 0142' });
      await skipSeats(page);
      const total = await readTotal(page);
      await enterCard(page, mastercard, form);
      await expect(page.getByText('Test Environment')).toHaveCount(mode === 'test' ? 1 : 0);
      await expectAccessible(page);
      bodies.push(
        await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(sessionStorage)),
      );
      await completeBooking(page);
      const reference = await expectBookingConfirmed(page);
      if (form === 'element') expect(bodies.join('\n')).not.toMatch(/5555\s?5555/);

      await test.step('print the booking without what is only for the screen', async () => {
        await expectAccessible(page);
        const copyButton = page.getByRole('button', { name: 'Copy booking reference' });
        await expect(copyButton).toBeVisible();
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByText(reference, { exact: true })).toBeVisible();
        await expect(page.getByRole('complementary', { name: 'Your flight' })).toBeVisible();
        for (const part of [copyButton, page.getByRole('banner'), page.getByRole('contentinfo')])
          await expect(part).toBeHidden();
        await expect(page.locator('.ui-toast-viewport')).toBeHidden();
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
        expect(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]).toBe('1');
        await page.emulateMedia({ media: 'screen' });
      });

      const password = await page.locator('dt:text-is("Password") + dd code').innerText();
      const username = await page.locator('dt:text-is("Username") + dd code').innerText();
      const { orders, intents } = await readChanges();
      expect(orders).toHaveLength(1);
      expect(orders[0]?.booking_reference).toBe(reference);
      expect(intents).toEqual([
        expect.objectContaining({
          amount: total,
          amount_received: total,
          status: 'succeeded',
          livemode: mode === 'live',
        }),
      ]);

      await page.getByRole('link', { name: 'View My Trips' }).click();
      await expect(page.getByRole('heading', { name: 'My Trips' })).toBeVisible();
      await expect(page.getByText('Confirmed').first()).toBeVisible();

      await test.step('sign out in the settings and sign in again with the credentials on the confirmation page', async () => {
        await page.getByRole('button', { name: /Nora/ }).click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
        await page.getByRole('button', { name: /Nora/ }).click();
        await page.getByRole('menuitem', { name: 'Sign Out' }).click();
        await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
        await expect(page).toHaveURL(/\/$/);
        await page.goto('/my-trips');
        await expect(page.getByText('Please sign in').first()).toBeVisible();
        await page.goto('/login?redirect=/my-trips');
        await signIn(page, username, password);
        await expect(page).toHaveURL(/\/my-trips$/);
      });

      await test.step('cancel the trip', async () => {
        await page.getByRole('button', { name: 'View Details' }).first().click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByText(reference)).toBeVisible();
        await page.keyboard.press('Escape');
        await page
          .getByRole('button', { name: /^Cancel/ })
          .first()
          .click();
        const cancelDialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
        await cancelDialog
          .getByRole('button', { name: /^(Yes, c|C)ancel/ })
          .first()
          .click();
        await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
        const after = await readChanges();
        expect(after.orders.map((order) => order.status)).toEqual(['cancelled']);
        const refunded = after.intents[0]?.amount_refunded ?? 0;
        expect(refunded).toBeGreaterThan(0);
        expect(refunded).toBeLessThanOrEqual(total);
      });
    });

    test('[PAY-22, PAY-23, MONEY-29] a declined card shows a message, keeps the name, charges nothing, and another card books', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const readChanges = await trackLedgers();
      await openPayment(page, 45);
      await enterCard(page, declinedCard, form);
      await completeBooking(page);
      await expect(page.getByText(/declined/i).first()).toBeVisible({ timeout: 20_000 });
      await expect(getCardNumber(page, form)).toHaveValue('');
      if (form === 'fields') {
        await expect(getCardNumber(page, form)).toBeFocused();
        await expect(page.getByLabel(/^Name on the card/)).toHaveValue('Nora Lindqvist');
      } else await expect(page.getByRole('button', { name: 'Complete Booking' })).toBeFocused();
      expect((await readChanges()).orders).toEqual([]);

      await enterCard(page, mastercard, form);
      await completeBooking(page);
      await expectBookingConfirmed(page);
      expectBookedOnce(await readChanges());
    });
  });

test('[MONEY-04, PAX-02, SEAT-07, SEAT-09, SEAT-10, SEAT-14, EXTRA-01, EXTRA-02, CONFIRM-05, CONFIRM-06] a family of four books a round trip with bags and with seats on all flights but one, is charged the total that every screen shows, and finds it all on the trip', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const readChanges = await trackLedgers();
  await page.goto(
    searchUrl({
      origin: 'CDG',
      destination: 'JFK',
      departureInDays: 60,
      returnInDays: 74,
      adults: 2,
      children: 1,
      infants: 1,
    }),
  );
  await expectResults(page);
  await bookFirstOffer(page);
  await enterPassengers(page, family, { email: createUniqueEmail(), phone: '+33 1 42 68 53 00' });

  await test.step('select bags, and a seat on each flight but the last for each passenger who needs one', async () => {
    const continueButton = page.getByRole('button', { name: 'Continue to Payment' });
    await expect(page.locator('[data-seat]').first()).toBeVisible({ timeout: 20_000 });
    await page
      .getByRole('button', { name: /^Increase checked bag up to 23 kg for Nora/ })
      .first()
      .click({ clickCount: 2 });
    await page
      .getByRole('button', { name: /^Increase checked bag up to 23 kg for Elsa/ })
      .last()
      .click();
    await expectAccessible(page);
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

  const total = await readTotal(page);
  await enterCard(page, mastercard);
  await completeBooking(page);
  await expectBookingConfirmed(page);
  const { orders, intents } = await readChanges();
  expect(orders).toHaveLength(1);
  expect(intents).toEqual([
    expect.objectContaining({ amount: total, amount_received: total, status: 'succeeded' }),
  ]);
  const paid = `$${(total / 100).toLocaleString('en-US', { minimumFractionDigits: total % 100 ? 2 : 0 })}`;
  await expect(page.locator('dt:text-is("Total paid") + dd')).toContainText(paid);
  await expect(page.getByText('2 adults, 1 child, 1 infant').first()).toBeVisible();
  await expect(page.locator('dt:text-is("Bags") + dd')).toContainText(
    '2 checked bags up to 23 kg, CDG to JFK',
  );

  await test.step('find bags and seats on the trip', async () => {
    await page.getByRole('link', { name: 'View My Trips' }).click();
    await page.getByRole('button', { name: 'View Details' }).first().click();
    const passenger = (name: string) =>
      page.getByRole('dialog').getByRole('listitem').filter({ hasText: name });
    await expect(passenger('Nora')).toContainText(
      /Adult, \d+[A-Z].*2 checked bags up to 23 kg, CDG to JFK \(\$/,
    );
    await expect(passenger('Elsa')).toContainText('1 checked bag up to 23 kg, JFK to CDG');
    await expect(page.getByRole('dialog')).toContainText(`Total ${paid}`);
  });
  expect(
    (await readStripeLedger()).payment_intents.filter((intent) => intent.status === 'requires_capture'),
  ).toEqual([]);
});

/** Prices as the mail writes them: "75.00 USD". */
const withMailPrices = (text: string) =>
  text.replace(/\$([\d,]+(?:\.\d\d)?)/g, (_, amount: string) => {
    return `${Number(amount.replaceAll(',', '')).toFixed(2)} USD`;
  });

for (const [kind, inList, expected] of [
  ['without changes or refund', 'No changes · No refund', ['No changes - ', 'No refund - ']],
  ['with a refund less a fee', /Refund −\$/, [/^(Free changes|Changes allowed)/, 'Refundable fare - ']],
] as const)
  test(`[PROMISE-03, PROMISE-04, CONFIRM-05] a fare ${kind} has the same rules on offer, each step, confirmation, trip and mail`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const email = createUniqueEmail();
    await page.goto(searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 61 }));
    await expectResults(page);
    await page.getByRole('link', { name: 'View Details' }).first().click();
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
    await enterPassengers(page, family.slice(0, 1), { email, phone: '+1 212 555 0142' });
    await expect(page.getByRole('heading', { name: 'Choose your seats' })).toBeVisible();
    await expectRules(yourFlight);
    await skipSeats(page);
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Complete Booking' }) });
    await expectRules(form);
    await expect(form.getByRole('link', { name: 'terms of service' })).toHaveAttribute(
      'href',
      '/terms-of-service',
    );
    await expectRules(page.getByRole('complementary', { name: 'Order Summary' }));
    await enterCard(page, validCard);
    await completeBooking(page);
    const reference = await expectBookingConfirmed(page);
    await expectRules(page.locator('dl').filter({ hasText: 'Booking ID' }));
    const mail = await waitForEmail(email, new RegExp(reference));
    for (const rule of rules) expect(mail.text).toContain(withMailPrices(rule));
    await page.getByRole('link', { name: 'View My Trips' }).click();
    await page.getByRole('button', { name: 'View Details' }).first().click();
    await expectRules(page.getByRole('dialog').getByRole('region', { name: 'Fare' }));
  });
