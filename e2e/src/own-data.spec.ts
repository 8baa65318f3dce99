import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test(
  '[POLICY-09, PROMISE-02] a traveller downloads what is held about them, without a card number, deletes the account and still finds the trip',
  { tag: '@account' },
  async ({ page }) => {
    test.setTimeout(90_000);
    const booking = await bookOverApi(validCard);
    const { username = '', password = '' } = booking.accountInfo ?? {};
    await page.goto('/account-settings?tab=profile');
    await signIn(page, { username, password });
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
    await expectAccessible(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
    const held = await readFile(await download.path(), 'utf8');
    expect(held.replace(/\D/g, '')).not.toContain(validCard);
    expect(JSON.parse(held)).toMatchObject({
      account: { username, email: booking.email },
      bookings: [{ id: booking.id, contact: { last_name: booking.lastName } }],
    });

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password').fill(password);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Your account is deleted', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/login');
    await signIn(page, { username, password });
    await expect(page.getByText('Invalid username or password').first()).toBeVisible();

    const { subject } = await waitForEmail(booking.email, /is confirmed$/);
    const mail = await waitForEmail(booking.email, /^Your account at .* is deleted$/);
    await page.goto(/http\S+\/find-trip/.exec(mail.text)?.[0] ?? '');
    await page.getByLabel('Booking reference').fill(/booking (\w+) is/.exec(subject)?.[1] ?? '');
    await page.getByLabel('Last name').fill(booking.lastName);
    await page.getByRole('button', { name: 'Send the code' }).click();
    const { text } = await waitForEmail(booking.email, /^Your code for the booking/);
    await page.getByLabel('Code of 6 digits').fill(/^\d{6}$/m.exec(text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Open the trip' }).click();
    await expect(page).toHaveURL(`/my-trips/${booking.id}`);
    await expect(page.getByRole('region', { name: 'Passengers' })).toContainText(booking.lastName);
  },
);
