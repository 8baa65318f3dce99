import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  completeBooking,
  declinedCard,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  getCardNumber,
  mastercard,
  openPayment,
  readTotal,
  skipSeats,
} from './booking.ts';
import { getDayFromNow } from './dates.ts';
import { switchMode } from './mode.ts';
import { getProductSetting } from './product.ts';
import { expectBookedOnce, trackLedgers } from './sandbox-control.ts';
import { bookFirstOffer, expectResults, openHome, selectAirport, selectDay } from './search.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

interface JourneyOptions {
  /** The one that the product shows. */
  form: 'fields' | 'element';
  mode: 'test' | 'live';
  /** The brand's domain. */
  host: string;
}

/** The journey of a guest from the search to the cancelled trip, and a declined card, with either form of the card. */
export function describeGuestJourney({ form, mode, host }: JourneyOptions): void {
  // The form of the provider, and the other mode, are those of the whole product.
  const tag = form === 'element' ? '@alone' : [];
  test.describe(`by ${form} in ${mode} mode at ${host}`, { tag }, () => {
    test.use({
      baseURL: async ({}, provide) =>
        provide(Object.assign(new URL(getProductSetting('E2E_URL')), { hostname: host }).href),
    });
    test.beforeAll(async ({ browser }) => {
      if (mode === 'live') await switchMode(browser, 'LIVE (sandbox)');
    });
    test.afterAll(async ({ browser }) => {
      if (mode === 'live') await switchMode(browser, 'TEST');
    });

    test(
      '[CONFIRM-01, CONFIRM-07, CONFIRM-10, MONEY-22, MONEY-23, TRIPS-20, HEADER-10, GUEST-02, PROVIDER-40, ELEMENT-01, MODE-04] a guest searches one way, books, is charged once, finds the trip and cancels it',
      { tag: ['@search', '@booking', '@account'] },
      async ({ page }) => {
        test.setTimeout(150_000);
        const bodies: string[] = [];
        page.on('request', (request) => {
          if (request.url().startsWith(new URL(page.url()).origin)) bodies.push(request.postData() ?? '');
        });
        const trip = { origin: 'LHR', destination: 'JFK', departureInDays: 40 };
        const readChanges = await trackLedgers(trip);

        await openHome(page);
        await page.getByRole('tab', { name: 'One-way' }).click();
        await selectAirport(page, 'From', 'lond', /Heathrow/);
        await selectAirport(page, 'To', 'JFK', /JFK/);
        await selectDay(page, 'Departure', getDayFromNow(trip.departureInDays));
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
        await expect(
          page.getByRole('article').first().getByText('Refundable', { exact: true }),
        ).toBeVisible();

        await bookFirstOffer(page);
        await enterPassengers(page);
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
          const flight = page
            .getByRole('complementary', { name: 'Your flight' })
            .getByRole('listitem')
            .first();
          await expect(flight).toHaveText(/^\w\w\d+ LHR \d\d:\d\d – \w{3} \d\d:\d\d/);
          await expect(page.getByRole('main').getByText(/^\+\d+ \d+ \d+ \d+$/)).toBeVisible();
          const credentials = page.getByText(/^(Username|Password)$/);
          await expect(credentials).toHaveCount(2);
          for (const part of [copyButton, ...(await credentials.all())]) await expect(part).toBeHidden();
          for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')])
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
          await signIn(page, { username, password }, '/my-trips');
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
      },
    );

    test(
      '[PAY-22, PAY-23, MONEY-29] a declined card shows a message, keeps the name, charges nothing, and another card books',
      { tag: form === 'fields' ? ['@booking', '@smoke'] : '@booking' },
      async ({ page }) => {
        test.setTimeout(120_000);
        const trip = { origin: 'MAD', destination: 'LHR', departureInDays: 45 };
        const readChanges = await trackLedgers(trip);
        await openPayment(page, trip.departureInDays);
        await enterCard(page, declinedCard, form);
        // The place of the message above the card is out of sight then, the button is not.
        if (form === 'fields')
          await getCardNumber(page, form).evaluate((field) =>
            window.scrollBy(0, field.getBoundingClientRect().top - 130),
          );
        await completeBooking(page);
        const decline = page.getByText(/declined/i).first();
        await expect(decline).toBeVisible({ timeout: 20_000 });
        const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
        await expect.poll(async () => (await decline.boundingBox())?.y).toBeGreaterThan(header);
        await expect(getCardNumber(page, form)).toHaveValue('');
        await expect(getCardNumber(page, form)).toBeFocused();
        await expect(getCardNumber(page, form)).toBeInViewport({ ratio: 1 });
        if (form === 'fields')
          await expect(page.getByLabel(/^Name on the card/)).toHaveValue('Nora Lindqvist');
        expect((await readChanges()).orders).toEqual([]);

        await enterCard(page, mastercard, form);
        await completeBooking(page);
        await expectBookingConfirmed(page);
        expectBookedOnce(await readChanges());
      },
    );
  });
}
