import { randomUUID } from 'node:crypto';
import { register } from '@fareline/contracts';
import { createVisitor } from '@fareline/tools/visitor';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './testing/accessibility.ts';
import {
  completeBooking,
  createUniqueEmail,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  family,
  skipSeats,
  validCard,
} from './testing/booking.ts';
import { getBirthDate } from './testing/dates.ts';
import { getProductSetting } from './testing/product.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const user = { username: `saver_${randomUUID().slice(0, 8)}`, password: 'correct horse 7' };
const phone = '+34 911 23 45 67';

test.beforeAll(async () => {
  const url = getProductSetting('E2E_URL');
  const visitor = createVisitor({ origin: url, 'x-forwarded-for': '10.251.7.1' });
  const names = { email: createUniqueEmail(), firstName: 'Nora', lastName: 'Lindqvist' };
  await visitor.call(url, register, { body: { ...user, ...names } });
});

async function openPassengers(page: Page, departureInDays: number): Promise<void> {
  await page.goto(searchUrl({ origin: 'MAD', destination: 'LHR', departureInDays }));
  await expectResults(page);
  await bookFirstOffer(page);
}

async function payAndBook(page: Page): Promise<void> {
  await skipSeats(page);
  await enterCard(page, validCard);
  await completeBooking(page);
  await expectBookingConfirmed(page);
}

test(
  'a traveller is saved with one booking, fills in the next with one press, and is deleted with one',
  { tag: ['@booking', '@account'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto('/login');
    await signIn(page, user.username, user.password);
    await expect(page.getByRole('button', { name: /Nora/ })).toBeVisible();
    const [nora] = family;
    const block = page.getByRole('group', { name: /^Passenger 1:/ });

    await test.step('the first booking saves the traveller', async () => {
      await openPassengers(page, 81);
      await expect(block.getByRole('group', { name: 'Saved travellers' })).toHaveCount(0);
      await block.getByRole('checkbox', { name: 'Save for my next booking' }).click();
      await enterPassengers(page, [nora!], { email: createUniqueEmail(), phone });
      await expect(page.getByText('Saved for your next booking', { exact: true })).toBeVisible();
      await payAndBook(page);
    });

    await test.step('one press fills in the second', async () => {
      await openPassengers(page, 88);
      await block.getByRole('button', { name: 'Nora Lindqvist' }).click();
      await expect(block.getByLabel(/^First name/)).toHaveValue('Nora');
      await expect(block.getByLabel(/^Date of birth/)).toHaveValue(getBirthDate(nora!.age));
      await expect(block.getByLabel(/^Gender/)).toHaveValue('female');
      await expect(block.getByLabel(/^Passport number/)).toHaveValue('X1234507');
      await expect(block.getByLabel(/^Issuing country/)).toHaveValue('US');
      await expect(block.getByLabel(/^Email/)).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type(createUniqueEmail());
      await block.getByLabel(/^Phone/).fill(phone);
      await page.getByRole('button', { name: /^Continue/ }).click();
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
