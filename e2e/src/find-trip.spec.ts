import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi, type ApiBooking } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { test } from './testing/test.ts';

test.setTimeout(120_000);

async function bookAsGuest(): Promise<ApiBooking & { reference: string }> {
  const booking = await bookOverApi(validCard);
  const { subject } = await waitForEmail(booking.email, /is confirmed$/);
  return { ...booking, reference: /booking (\w+) is/.exec(subject)?.[1] ?? '' };
}

/** With the keyboard alone, from the first field on. */
async function askForCode(page: Page, reference: string, lastName: string): Promise<void> {
  await page.getByLabel('Booking reference').focus();
  await page.keyboard.type(reference);
  await page.keyboard.press('Tab');
  await page.keyboard.type(lastName);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await expect(page.getByLabel('Code of 6 digits')).toBeFocused();
}

test(
  '[TRIP-06] a guest finds the trip by reference, last name and a mailed code, reads it and cancels it',
  { tag: ['@account', '@smoke'] },
  async ({ page }) => {
    const booking = await bookAsGuest();
    const { reference, lastName } = booking;
    await page.goto('/my-trips');
    await page.getByRole('link', { name: 'Find your trip' }).click();
    await expectAccessible(page);

    await test.step('another name gets the same answer, and no code opens anything', async () => {
      await askForCode(page, reference, 'Lovelace');
      await expectAccessible(page);
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Not opened: This code does not open a trip/)).toBeVisible();
      await expect(page.getByLabel('Code of 6 digits')).toBeFocused();
      await page.getByRole('link', { name: 'Find another trip' }).click();
    });

    await test.step('the code opens the trip, also after the page was dropped meanwhile', async () => {
      const typed = lastName.replace('-', ' ').toUpperCase();
      await askForCode(page, ` ${reference.toLowerCase()}`, typed);
      const { text } = await waitForEmail(booking.email, /^Your code for the booking/);
      const [, code = ''] = /^(\d{6})$/m.exec(text) ?? [];
      await page.reload();
      await page.getByLabel('Code of 6 digits').fill(code);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/my-trips/${booking.id}`);
      await expect(page.getByRole('region', { name: 'Passengers' })).toContainText(lastName);
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByRole('region', { name: 'Flights' })).toBeVisible();
    });

    await test.step('it opens neither another trip nor an account', async () => {
      const other = await bookAsGuest();
      await page.goto(`/my-trips/${other.id}`);
      await expect(page.getByRole('heading', { name: 'This trip is not in your account' })).toBeVisible();
      await expect(page.getByText(other.lastName)).toHaveCount(0);
      await page.goto('/my-trips');
      await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
    });

    await page.goto(`/my-trips/${booking.id}`);
    await page.getByRole('button', { name: 'Email the confirmation again' }).click();
    await expect(page.getByText(/^The confirmation is on its way/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel Flight' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel booking' }).click();
    await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
    await waitForEmail(booking.email, /is cancelled$/);
    await test.step('it is closed by a press', async () => {
      await page.getByRole('button', { name: 'Close this trip' }).click();
      await expect(page).toHaveURL('/find-trip');
      await page.goto(`/my-trips/${booking.id}`);
      await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
    });
  },
);

test(
  '[CARE-03] the link in the mail opens the trip with a press, once',
  { tag: '@account' },
  async ({ page }) => {
    const booking = await bookAsGuest();
    await page.goto('/find-trip');
    await askForCode(page, booking.reference, booking.lastName);
    const { text } = await waitForEmail(booking.email, /^Your code for the booking/);
    const link = /http\S+\/find-trip#\S+/.exec(text)?.[0] ?? '';
    // In another browser than the one that asked.
    await page.context().clearCookies();
    await page.goto('/');
    await page.goto(link);
    const press = page.getByRole('button', { name: 'Open the trip' });
    await expect(press).toBeVisible();
    await expectAccessible(page);
    await press.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/my-trips/${booking.id}`);
    await expect(page.getByRole('region', { name: 'Passengers' })).toContainText(booking.lastName);
    await page.goto('/');
    await page.goto(link);
    await press.click();
    await expect(page.getByText(/^This link has expired or was used before/)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Find your trip' }).click();
    await expect(page.getByLabel('Booking reference')).toBeVisible();
  },
);
