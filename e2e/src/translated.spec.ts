import { expect, type Page } from '@playwright/test';
import { completeBooking, enterCard, enterPassengers, skipSeats, validCard } from './testing/booking.ts';
import { getAdministrator } from './testing/product.ts';
import { bookFirstOffer, expectResults, openHome, searchUrl, selectAirport } from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';
import { findWronglyTranslated, translatePages } from './testing/translator.ts';

test.beforeEach(async ({ page }) => translatePages(page));

/** Expects that the screen was translated, and that no part of it failed. */
async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('main font').first()).toBeVisible();
  await expect(page.getByText(/did not load|Something went wrong/)).toHaveCount(0);
}

/** Expects that, and that prices, times and codes were not translated. */
async function expectTranslatedButCodes(page: Page): Promise<void> {
  await expectTranslated(page);
  expect.soft([page.url(), ...(await findWronglyTranslated(page))]).toEqual([page.url()]);
}

test.describe('translated', { tag: ['@search', '@booking', '@account'] }, () => {
  test('[DOM-01, DOM-02] a translated page leads from the search to the booked trip', async ({ page }) => {
    test.setTimeout(150_000);
    await openHome(page);
    await page.getByRole('combobox', { name: 'From' }).fill('madrid');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectTranslatedButCodes(page);
    await selectAirport(page, 'From', 'madrid', /MAD/);
    await expectTranslatedButCodes(page);

    await test.step('filter the results', async () => {
      await page.goto(searchUrl({ origin: 'MAD', destination: 'LHR', departureInDays: 71 }));
      await expectResults(page);
      await expectTranslatedButCodes(page);
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.innerText();
      await page.getByRole('region', { name: 'Filters' }).getByRole('checkbox').first().check();
      await page.getByRole('checkbox', { name: 'Refundable tickets' }).check();
      await page.getByRole('button', { name: 'Apply Filters' }).click();
      await expect(page).toHaveURL(/stops=/);
      await expect(heading).not.toHaveText(before);
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Duration: Shortest');
      await expect(page).toHaveURL(/sort=duration/);
      await expectTranslatedButCodes(page);
    });

    await test.step('open an offer and its tabs', async () => {
      await page.getByRole('link', { name: 'View Details' }).first().click();
      for (const name of ['Fare Rules', 'Flight Details']) {
        await page.getByRole('tab', { name }).click();
        await expectTranslatedButCodes(page);
      }
      await page.goBack();
      await expectResults(page);
      await page.setViewportSize({ width: 375, height: 800 });
      await expectTranslatedButCodes(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    let statusToken = '';
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/bookings') || response.request().method() !== 'POST') return;
      ({ statusToken = '' } = (await response.json()) as { statusToken?: string });
    });
    await test.step('book it', async () => {
      await bookFirstOffer(page);
      await expectTranslatedButCodes(page);
      await enterPassengers(page);
      await expect(
        page.getByRole('button', { name: /^(Skip Seat|Continue to Payment)/ }).first(),
      ).toBeVisible();
      await expectTranslatedButCodes(page);
      await skipSeats(page);
      await expectTranslatedButCodes(page);
      await enterCard(page, validCard);
      await completeBooking(page);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible({ timeout: 45_000 });
      await expectTranslatedButCodes(page);
    });

    await test.step('open the trip', async () => {
      await page.getByRole('link', { name: 'View My Trips' }).click();
      await expect(page).toHaveURL(/\/my-trips/);
      await expect(page.getByText('Confirmed').first()).toBeVisible();
      await expectTranslatedButCodes(page);
      await page.getByRole('button', { name: 'View Details' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Passengers' })).toBeVisible();
      await expectTranslatedButCodes(page);
      await page.getByRole('link', { name: 'Open trip' }).click();
      await expect(page.getByRole('heading', { name: 'Help with this trip' })).toBeVisible();
      await expectTranslatedButCodes(page);
      await page.getByRole('link', { name: 'My Trips' }).last().click();
      await expect(page.getByRole('heading', { level: 1, name: 'My Trips' })).toBeVisible();
    });

    await test.step('open its status page', async () => {
      await page.goto(`/booking/status#${statusToken}`);
      await expect(page.getByRole('heading', { name: 'Your flights' })).toBeVisible();
      await expectTranslatedButCodes(page);
    });

    await test.step('cancel it', async () => {
      await page.goto('/my-trips');
      await page
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel booking' });
      await expect(cancel).toBeVisible();
      await expectTranslatedButCodes(page);
      await cancel.click();
      await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
      await expectTranslatedButCodes(page);
      await page.getByRole('tab', { name: /^Cancelled/ }).click();
      await page.getByRole('button', { name: 'View Details' }).first().click();
      await expect(page.getByRole('heading', { name: 'Refund' })).toBeVisible();
      await expectTranslatedButCodes(page);
    });

    await test.step('change a wrong password, and sign out', async () => {
      await page.goto('/account-settings');
      await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('button', { name: /password/i })
        .last()
        .click();
      await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible();
      await expectTranslatedButCodes(page);
      await page.getByRole('button', { name: /Nora/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await expectTranslatedButCodes(page);
    });
  });

  test('[DOM-01, DOM-02] a translated page asks for consent with a changed price, for other days, and for the fields of an account', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.goto(searchUrl({ origin: 'LHR', destination: 'STN', departureInDays: 72 }));
    await expectResults(page);
    await page.getByRole('button', { name: 'See prices on other days' }).click();
    await expect(page.getByRole('list', { name: 'Prices by day of departure' })).toBeVisible({
      timeout: 45_000,
    });
    await expectTranslatedButCodes(page);
    await bookFirstOffer(page);
    await enterPassengers(page);
    await skipSeats(page);
    await enterCard(page, validCard);
    await completeBooking(page);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText('Old price')).toBeVisible();
    await expectTranslatedButCodes(page);
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await expectResults(page);
    for (const path of [
      '/register',
      '/find-trip',
      '/forgot-password',
      '/reset-password?token=none',
      '/contact',
      '/faq',
      '/about',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectTranslatedButCodes(page);
    }
    await page.goto('/register');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible();
    await expectTranslatedButCodes(page);
  });

  test('[DOM-01, DOM-02] a translated page signs in, and shows the screens of the administrator', async ({
    page,
  }) => {
    await page.goto('/login?redirect=/admin-settings');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText(/required/i).first()).toBeVisible();
    await expectTranslated(page);
    await signIn(page, getAdministrator());
    await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
    await expectTranslated(page);
    for (const path of [
      '/admin/brands',
      '/admin/audit',
      '/admin/releases',
      '/admin/staff',
      '/admin/bookings',
      '/admin/daily-close',
      '/account-settings',
      '/saved-travellers',
      '/my-trips',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectTranslatedButCodes(page);
    }
  });
});
