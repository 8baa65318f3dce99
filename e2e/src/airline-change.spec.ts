import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookTrip, formatPrice } from './testing/booking.ts';
import { expectMailTellsTrip, waitForEmail } from './testing/mail.ts';
import { changeOrder, trackLedgers } from './testing/sandbox-control.ts';
import { test } from './testing/test.ts';

test.setTimeout(120_000);

/** Opens My Trips again until the booking says so. */
async function openChangedTrip(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/my-trips');
    await expect(page.getByText('The airline waits for your answer')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('heading', { level: 2 }).getByRole('link').first().click();
}

test(
  '[TRIP-05, CARE-07] a traveller accepts what the airline has changed, and gets all back of flights that it does not fly',
  { tag: '@account' },
  async ({ page }) => {
    const trip = { origin: 'MAD', destination: 'LHR', departureInDays: 54 };
    const readChanges = await trackLedgers(trip);
    const { email, total } = await bookTrip(page, trip);
    const [order] = (await readChanges()).orders;

    await changeOrder(order!.id, { delay_minutes: 95 });
    const mail = await waitForEmail(email, /^The airline has changed your booking/);
    expect(mail.text).toContain('accept the new flights');
    await openChangedTrip(page);
    const changed = page.getByRole('region', { name: 'The airline has changed your flights' });
    const readTimes = (name: string) => changed.getByRole('region', { name }).textContent();
    expect(await readTimes('Now')).not.toBe(await readTimes('Before'));
    expect(mail.text).toContain(await changed.getByText(/^Please answer by/).innerText());
    await expectMailTellsTrip(page, mail, ['Outbound']);
    await expectAccessible(page);
    await changed.getByRole('button', { name: 'Accept the new flights' }).click();
    const question = page.getByRole('alertdialog', { name: 'Accept the new flights?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Yes, accept them' }).click();
    await expect(page.getByText('You have accepted the new flights.').first()).toBeVisible();
    await expect(changed).toHaveCount(0);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();

    await changeOrder(order!.id, { delay_minutes: null, actions: ['cancel', 'change'] });
    const goneMail = await waitForEmail(email, /^The airline has cancelled flights/);
    await openChangedTrip(page);
    const cancelled = page.getByRole('region', { name: 'The airline has cancelled your flights' });
    expect(goneMail.text).toContain(await cancelled.getByText(/^Please answer by/).innerText());
    await expectMailTellsTrip(page, goneMail, ['Outbound']);
    await expectAccessible(page);
    await cancelled.getByRole('button', { name: 'Get money back' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
    await expect(dialog).toContainText(`${formatPrice(total)} comes back to your Visa`);
    await dialog.getByRole('button', { name: 'Yes, cancel booking' }).click();
    await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
    await expect(heading).toBeFocused();
    const { orders, intents } = await readChanges();
    expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
    expect(intents.map(({ amount_refunded }) => amount_refunded)).toEqual([total]);
  },
);
