import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test('[POLICY-09] a traveller downloads what is held about them and deletes the account', async ({
  page,
}) => {
  const booking = await bookOverApi(validCard);
  const { username = '', password = '' } = booking.accountInfo ?? {};
  await page.goto('/account-settings?tab=profile');
  await signIn(page, username, password);
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
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
  await signIn(page, username, password);
  await expect(page.getByText('Invalid username or password').first()).toBeVisible();
});
