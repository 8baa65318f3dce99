import { expect } from '@playwright/test';
import { expectAccessibleAtAllWidths, expectNoHorizontalScrollAt } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { registerUser, signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test(
  '[GUARD-07] a traveller sees where they are signed in, and ends the other browser by keyboard, which is signed out at once',
  { tag: '@account' },
  async ({ page, browser }) => {
    const user = await registerUser('192.0.2.88');
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await signIn(other, user, '/account-settings');
    await expect(other.getByText('This browser')).toBeVisible();
    await signIn(page, user, '/account-settings');
    const items = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await expect(items.filter({ hasText: 'This browser' })).toContainText(/on .* last used/s);
    await expectNoHorizontalScrollAt(page, 768, 1440);
    await expectAccessibleAtAllWidths(page);

    await page.getByRole('button', { name: /^End \S+ on/ }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'End all others' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(items).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();
  },
);

test(
  '[GUARD-07] the owner of a booking sees that a code has opened it elsewhere, and closes it there',
  { tag: '@account' },
  async ({ page, browser }) => {
    const booking = await bookOverApi(validCard);
    const { username = '', password = '' } = booking.accountInfo ?? {};
    const { subject } = await waitForEmail(booking.email, /is confirmed$/);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto('/find-trip');
    await other.getByLabel('Booking reference').fill(/booking (\w+) is/.exec(subject)?.[1] ?? '');
    await other.getByLabel('Last name').fill(booking.lastName);
    await other.getByRole('button', { name: 'Send the code' }).click();
    const { text } = await waitForEmail(booking.email, /^Your code for the booking/);
    await other.getByLabel('Code of 6 digits').fill(/^\d{6}$/m.exec(text)?.[0] ?? '');
    await other.getByRole('button', { name: 'Open the trip' }).click();
    await expect(other.getByRole('region', { name: 'Passengers' })).toContainText(booking.lastName);

    await signIn(page, { username, password }, '/account-settings');
    const trips = page.getByRole('region', { name: 'Trips that a code has opened' });
    await expect(trips.getByRole('listitem')).toContainText(/In one browser, opened/);
    await expectNoHorizontalScrollAt(page, 768, 1440);
    await expectAccessibleAtAllWidths(page);
    await trips.getByRole('button', { name: /^Close trip/ }).press('Enter');
    await expect(trips).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    await other.reload();
    await expect(other.getByRole('region', { name: 'Passengers' })).toBeHidden();
    await expect(other.getByText(booking.lastName)).toHaveCount(0);
    await elsewhere.close();
  },
);
