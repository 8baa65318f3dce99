import { expect, type Locator, type Page } from '@playwright/test';
import { bookOverApi, isChangeable } from './testing/api-booking.ts';
import { enterPassengers, skipSeats, validCard } from './testing/booking.ts';
import { getAdministrator } from './testing/product.ts';
import { openPassengers } from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const sizes = [
  [375, 667],
  [768, 800],
  [1440, 720],
] as const;

/** Presses the button of a form with faults, at each width, from where the button is at the foot of the window. */
async function expectFirstFaultInSight(page: Page, press: Locator): Promise<void> {
  for (const [width, height] of sizes)
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await press.evaluate((button) => button.scrollIntoView({ block: 'end' }));
      await press.click();
      const field = page.locator('main [aria-invalid="true"]:visible').first();
      await expect(field).toBeFocused();
      const reason = page.locator(
        `#${await field.getAttribute('aria-describedby').then((ids) => ids!.split(' ').at(-1))}`,
      );
      await expect(reason).not.toBeEmpty();
      const header = (await page.getByRole('banner').boundingBox())!;
      for (const part of [field, reason]) {
        const box = async () => (await part.boundingBox())!;
        await expect.poll(async () => (await box()).y).toBeGreaterThanOrEqual(header.height);
        await expect.poll(async () => (await box()).y + (await box()).height).toBeLessThanOrEqual(height);
      }
    });
}

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

for (const [path, name] of [
  ['/login', 'Sign In'],
  ['/register', 'Create Account'],
  ['/forgot-password', 'Send the link'],
  ['/reset-password?token=one', 'Set the password'],
  ['/find-trip', 'Send the code'],
  ['/contact', 'Send message'],
] as const)
  test(
    `[CARE-07] the first fault of ${path.replace(/\?.*/, '')} is in sight, with its reason`,
    { tag: ['@account', '@shell'] },
    async ({ page }) => {
      await page.goto(path);
      await expectFirstFaultInSight(page, button(page, name));
    },
  );

test(
  '[CARE-07] the first fault of passengers and of the card is in sight, with its reason',
  { tag: '@booking' },
  async ({ page }) => {
    test.setTimeout(120_000);
    await openPassengers(page, { origin: 'MAD', destination: 'LHR', departureInDays: 62, adults: 2 });
    await expectFirstFaultInSight(page, button(page, 'Continue to Seats'));
    await enterPassengers(page, [
      { firstName: 'Nora', lastName: 'Lindqvist', age: 36, gender: 'Female' },
      { firstName: 'Jonas', lastName: 'Lindqvist', age: 38, gender: 'Male' },
    ]);
    await skipSeats(page);
    await expectFirstFaultInSight(page, button(page, 'Complete Booking'));
  },
);

test(
  '[CARE-07] the first fault of a change of flights and of the settings is in sight, with its reason',
  { tag: '@account' },
  async ({ page }) => {
    const booking = await bookOverApi(validCard, isChangeable);
    await signIn(page, booking.accountInfo!, `/my-trips/${booking.id}/change`);
    await page.getByLabel(/^From/).fill('');
    await page.keyboard.press('Escape');
    await expectFirstFaultInSight(page, button(page, 'Show other flights'));
    await page.goto('/account-settings');
    await expectFirstFaultInSight(page, button(page, 'Change Password'));
  },
);

test(
  '[CARE-07] the first fault of a brand is in sight, with its reason',
  { tag: '@account' },
  async ({ page }) => {
    await signIn(page, getAdministrator(), '/admin/brands');
    await page.getByLabel('Name', { exact: true }).fill('');
    await expectFirstFaultInSight(page, button(page, 'Save brand'));
  },
);
