import { expect } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './testing/accessibility.ts';
import { enterPassengers, family, payAndBook, skipSeats } from './testing/booking.ts';
import { getBirthDate } from './testing/dates.ts';
import { openPassengers } from './testing/search.ts';
import { registerUser, signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test(
  'a traveller is saved with one booking, fills in the next with one press, and is deleted with one',
  { tag: ['@booking', '@account'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto('/login');
    await signIn(page, await registerUser('10.251.7.1'));
    await expect(page.getByRole('button', { name: /Ada/ })).toBeVisible();
    const trip = { origin: 'MAD', destination: 'LHR' };
    const block = page.getByRole('group', { name: /^Passenger 1:/ });

    await test.step('the first booking saves the traveller', async () => {
      await openPassengers(page, { ...trip, departureInDays: 81 });
      await expect(block.getByRole('group', { name: 'Saved travellers' })).toHaveCount(0);
      await block.getByRole('checkbox', { name: 'Save for my next booking' }).click();
      await enterPassengers(page);
      await expect(page.getByText('Saved for your next booking', { exact: true })).toBeVisible();
      await skipSeats(page);
      await payAndBook(page);
    });

    await test.step('one press fills in the second', async () => {
      await openPassengers(page, { ...trip, departureInDays: 88 });
      await block.getByRole('button', { name: 'Nora Lindqvist' }).click();
      await expect(block.getByLabel(/^First name/)).toHaveValue('Nora');
      await expect(block.getByLabel(/^Date of birth/)).toHaveValue(getBirthDate(family[0]!.age));
      await expect(block.getByLabel(/^Gender/)).toHaveValue('female');
      await expect(block.getByLabel(/^Passport number/)).toHaveValue('X1234507');
      await expect(block.getByLabel(/^Issuing country/)).toHaveValue('US');
      await expect(block.getByLabel(/^Email/)).toHaveValue(/@/);
      await expect(block.getByLabel(/^Phone/)).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('+34 911 23 45 67');
      await page.getByRole('button', { name: /^Continue/ }).click();
      await skipSeats(page);
      await payAndBook(page);
    });

    await test.step('one press deletes the traveller', async () => {
      await page.goto('/account-settings');
      await page.getByRole('link', { name: 'Saved travellers' }).click();
      await expect(page.getByText('Passport ending in 507')).toBeVisible();
      for (const width of [1440, 768, 375]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoHorizontalScroll(page);
        await expectAccessible(page);
      }
      await page.getByRole('button', { name: 'Delete Nora Lindqvist' }).click();
      await expect(page.getByRole('heading', { name: 'No saved travellers' })).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No saved travellers' })).toBeVisible();
    });
  },
);
