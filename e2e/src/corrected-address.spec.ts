import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScrollAt } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { createUniqueEmail, validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { getProductSetting } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { createSupport } from './testing/support.ts';
import { test } from './testing/test.ts';

let support: Awaited<ReturnType<typeof createSupport>>;

test.setTimeout(120_000);
test.beforeAll(async () => {
  support = await createSupport('10.251.0.7');
});

async function correct(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the email address' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByLabel(/^Reason/).fill('Called: has another mailbox now');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(dialog).toBeHidden();
}

test(
  '[GUARD-11] support corrects an address, its code opens the trip, and cancelling waits until the former address says yes',
  { tag: '@account' },
  async ({ page, browser }) => {
    const booking = await bookOverApi(validCard);
    const { subject } = await waitForEmail(booking.email, /is confirmed$/);
    const reference = /booking (\w+) is/.exec(subject)?.[1] ?? '';
    const email = createUniqueEmail();

    await test.step('support sees it pending, and corrects it once more', async () => {
      await signIn(page, support, `/admin/bookings/${booking.id}`);
      await correct(page, createUniqueEmail());
      await correct(page, email);
      await expect(page.getByText(`${email} is pending`)).toBeVisible();
      await expect(page.getByText(`unless ${booking.email} says yes`)).toBeVisible();
      await expectAccessible(page);
      await expectNoHorizontalScrollAt(page, 375, 768, 1440);
    });

    const traveller = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
    const notice = traveller.getByRole('region', { name: 'Your email address was corrected' });
    await test.step('the code from there opens the trip, which says what waits', async () => {
      const { text } = await waitForEmail(email, /^Please confirm/);
      expect(text).not.toContain(reference);
      await traveller.goto('/find-trip');
      await traveller.getByLabel('Booking reference').fill(reference);
      await traveller.getByLabel('Last name of a passenger').fill(booking.lastName);
      await traveller.getByRole('button', { name: 'Send the code' }).click();
      await traveller.getByLabel('Code of 6 digits').fill(/^(\d{6})$/m.exec(text)?.[1] ?? '');
      await traveller.getByRole('button', { name: 'Open the trip' }).click();
      await expect(notice).toContainText('Cancelling and changing wait until');
      await expect(traveller.getByRole('button', { name: 'Cancel Flight' })).toHaveCount(0);
      await expectAccessible(traveller);
      await expectNoHorizontalScrollAt(traveller, 375, 768, 1440);
    });

    await test.step('the former address opens nothing, and says yes with a press', async () => {
      const { text } = await waitForEmail(booking.email, /go to another address$/);
      expect(text).toContain(`${email.charAt(0)}…@`);
      const owner = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
      await owner.goto(/http\S+\/address-change#\S+/.exec(text.replaceAll(/=\r?\n/g, ''))?.[0] ?? '');
      const press = owner.getByRole('button', { name: 'Yes, this was me' });
      await expect(press).toBeVisible();
      await expectAccessible(owner);
      await expectNoHorizontalScrollAt(owner, 375, 768, 1440);
      await traveller.reload();
      await expect(notice).toBeVisible();
      await press.focus();
      await owner.keyboard.press('Enter');
      await expect(owner.getByText('Thank you. Cancelling and changing wait no longer.')).toBeVisible();
      await owner.goto(`/my-trips/${booking.id}`);
      await expect(owner.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
      await owner.close();
    });

    await traveller.reload();
    await traveller.getByRole('button', { name: 'Cancel Flight' }).click();
    await traveller.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel booking' }).click();
    await expect(traveller.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
    await waitForEmail(email, /is cancelled$/);
    await traveller.close();
  },
);
