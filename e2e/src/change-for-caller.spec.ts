import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScrollAt } from './testing/accessibility.ts';
import { bookOverApi, isChangeable, type ApiBooking } from './testing/api-booking.ts';
import { enterCard, validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { getProductSetting } from './testing/product.ts';
import { readOrderOfPayment, setChangePrice, trackLedgers } from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { createSupport, expectLine } from './testing/support.ts';
import { test } from './testing/test.ts';

let support: Awaited<ReturnType<typeof createSupport>>;

test.setTimeout(120_000);
test.beforeAll(async () => {
  support = await createSupport('10.251.0.2');
});

/** A booking whose next change costs so much, and its record before support. */
async function openRecord(page: Page, amount: string): Promise<ApiBooking> {
  const booking = await bookOverApi(validCard, isChangeable);
  await setChangePrice((await readOrderOfPayment(booking.paymentId)).id, amount);
  await signIn(page, support, `/admin/bookings/${booking.id}`);
  await page.getByRole('button', { name: 'Find other flights' }).click();
  await page.getByRole('button', { name: 'Show other flights' }).click();
  await expect(page.getByRole('heading', { name: /other flights?$/ })).toBeFocused();
  await expectAccessible(page);
  await expectNoHorizontalScrollAt(page, 375, 768, 1440);
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  return booking;
}

const changes = (page: Page) => page.getByRole('region', { name: 'Changes' });

test(
  '[TRIP-07, MONEY-21] support offers a caller a change, which the traveller pays by the link',
  { tag: ['@account', '@booking'] },
  async ({ page, browser }) => {
    // No other test pays this amount.
    const booking = await openRecord(page, '81.70');
    const readChanges = await trackLedgers();
    const dialog = page.getByRole('alertdialog', { name: 'Offer the change?' });
    await expect(dialog).toContainText('its price of $81.70 (USD)');
    await expect(dialog).toContainText('Please take no card number on the phone.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expect(changes(page)).toContainText('$81.70 (USD), offered, to be paid by');
    const readPaid = async () => (await readChanges()).intents.filter(({ amount }) => amount === 8170);
    expect(await readPaid()).toEqual([]);

    await test.step('the traveller signs in by the link, and pays', async () => {
      const { text } = await waitForEmail(booking.email, /^Pay the change of your booking/);
      const path = /\/booking\/change\/\S+/.exec(text)?.[0] ?? '';
      const traveller = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
      await signIn(traveller, booking.accountInfo!, path);
      await enterCard(traveller, validCard);
      await traveller.getByRole('button', { name: 'Pay $81.70 and change the flight' }).click();
      await expect(traveller.getByRole('heading', { name: 'Your flight is changed' })).toBeFocused();
      await traveller.close();
    });
    expect(await readPaid()).toHaveLength(1);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(changes(page)).toContainText('$81.70 (USD) from Visa card ending 4242, done');
  },
);

test(
  '[TRIP-07] support makes a change that brings money for a caller, with a reason',
  { tag: ['@account', '@booking'] },
  async ({ page }) => {
    const booking = await openRecord(page, '-40.00');
    const dialog = page.getByRole('alertdialog', { name: 'Make the change?' });
    await expect(dialog).toContainText('$40 (USD) goes back to the Visa card ending 4242.');
    await dialog.getByRole('button', { name: 'Make the change' }).click();
    await expect(dialog.getByText('Please say why')).toBeVisible();
    await dialog.getByLabel(/^Reason/).fill('Called');
    await dialog.getByRole('button', { name: 'Make the change' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expectLine(page, 'Changes', '$40 (USD) back to Visa card ending 4242, done');
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('Refund (Change of flights)');
    const { text } = await waitForEmail(booking.email, /is changed$/);
    expect(text).toMatch(/\$40 \(USD\) (is being|was) refunded to your Visa card ending 4242/);
  },
);
