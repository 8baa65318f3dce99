import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi, isChangeable, type ApiBooking } from './testing/api-booking.ts';
import { declinedCard, enterCard, validCard } from './testing/booking.ts';
import { expectMailTellsTrip, waitForEmail } from './testing/mail.ts';
import { readOrderOfPayment, setChangePrice, trackLedgers } from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test.setTimeout(120_000);

/** Signs in with the account of the booking, and opens the trip. */
const openTrip = (page: Page, { id, accountInfo }: ApiBooking) =>
  signIn(page, accountInfo!, `/my-trips/${id}`);

/** Chooses the first of the airline's other flights and opens the page where it is agreed. */
async function chooseFlight(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Change Flight' }).click();
  await expect(page.getByLabel(/^From/)).toHaveValue(/\(LHR\)$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show other flights' }).click();
  await expect(page.getByRole('heading', { name: /other flights?$/ })).toBeFocused();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Change your flight', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/booking\/change\//);
}

test(
  '[TRIP-03, FAQ-08] a traveller pays for other flights on the steps of a booking, and once',
  { tag: ['@account', '@booking', '@smoke'] },
  async ({ page }) => {
    const booking = await bookOverApi(validCard, isChangeable);
    const order = await readOrderOfPayment(booking.paymentId);
    await setChangePrice(order.id, '83.20');
    const readChanges = await trackLedgers();
    await openTrip(page, booking);
    await chooseFlight(page);
    await expect(page.getByRole('complementary', { name: 'Price' })).toContainText('You pay (USD)$83.20');
    await expectAccessible(page);
    const pay = page.getByRole('button', { name: 'Pay $83.20 and change the flight' });

    await test.step('a declined card changes nothing, and keeps what was chosen', async () => {
      await enterCard(page, declinedCard);
      await pay.click();
      await expect(page.getByRole('alert').getByText('Card Payment Failed')).toBeVisible();
      await expect(page.getByRole('region', { name: 'New' })).toBeVisible();
      await expectAccessible(page);
    });
    await enterCard(page, validCard);
    await page.setViewportSize({ width: 375, height: 667 });
    const newFlights = await page.getByRole('region', { name: 'New' }).locator('p').allInnerTexts();
    await pay.dblclick();
    const changed = page.getByRole('heading', { name: 'Your flight is changed' });
    await expect(changed).toBeFocused();
    await expect(changed).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    const { intents, orders } = await readChanges();
    // Other tests book meanwhile.
    expect(orders.filter(({ metadata }) => metadata?.payment_id === booking.paymentId)).toEqual([]);
    expect(intents.filter(({ amount_received }) => amount_received === 8320)).toHaveLength(1);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your flight is changed' })).toBeVisible();
    await page.getByRole('link', { name: 'See your trip' }).click();
    await expect(page.getByRole('region', { name: 'Price' })).toContainText(
      '$83.20 (USD) was paid with your Visa',
    );
    await expect(page.getByRole('region', { name: 'Flights' })).toContainText(
      newFlights.find((line) => /^[A-Z]\w\d+/.test(line))!.split(',')[0]!,
    );
    const mail = await waitForEmail(booking.email, /is changed$/);
    expect(mail.text).toContain('You paid $83.20 (USD).');
    // The rules of the new flights too, as the page of the change says.
    await expectMailTellsTrip(page, mail, ['Flights', 'Passengers', 'Fare', 'Price']);
  },
);

test(
  '[TRIP-03, TRIP-02] a fare without changes says so, with the phone',
  { tag: ['@account', '@booking'] },
  async ({ page }) => {
    const booking = await bookOverApi(validCard, ({ conditions }) => conditions.changeable === false);
    await openTrip(page, booking);
    const choice = page.getByRole('region', { name: 'Change Flight' });
    await expect(choice).toContainText('The flights of this fare cannot be changed.');
    await expect(choice.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await page.goto(`/my-trips/${booking.id}/change`);
    await expect(page.getByRole('heading', { name: 'This flight cannot be changed here' })).toBeVisible();
    await expectAccessible(page);
  },
);
