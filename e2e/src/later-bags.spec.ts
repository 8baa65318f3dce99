import { expect } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi, isChangeable } from './testing/api-booking.ts';
import { enterCard, validCard } from './testing/booking.ts';
import { expectMailTellsTrip, waitForEmail } from './testing/mail.ts';
import { trackLedgers } from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test.setTimeout(120_000);

test(
  '[TRIP-04, FAQ-08] a traveller adds a bag to a trip that is booked',
  { tag: ['@account', '@booking', '@smoke'] },
  async ({ page }) => {
    const booking = await bookOverApi(validCard, isChangeable);
    const readChanges = await trackLedgers();
    await signIn(page, booking.accountInfo!, `/my-trips/${booking.id}`);
    await page.getByRole('link', { name: 'Manage Extras' }).click();
    await expect(page.getByRole('heading', { name: 'Add bags' })).toBeVisible();
    await page
      .getByRole('button', { name: /^Increase / })
      .first()
      .click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    const pay = page.getByRole('button', { name: /^Pay \$[\d.]+ and add the bags$/ });
    await expect(pay).toBeVisible();
    const [, price = ''] = /Pay \$([\d.]+)/.exec(await pay.innerText()) ?? [];
    await enterCard(page, validCard);
    await expectAccessible(page);
    await pay.click();
    await expect(page.getByRole('heading', { name: 'Your bags are added' })).toBeFocused();
    await expectAccessible(page);
    const { intents } = await readChanges();
    const minor = Math.round(Number(price) * 100);
    expect(intents.filter(({ amount_received }) => amount_received === minor)).toHaveLength(1);
    await page.getByRole('link', { name: 'See your trip' }).click();
    await expect(page.getByRole('list', { name: 'Passengers' })).toContainText('bag');
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText(`Bags added`);
    const mail = await waitForEmail(booking.email, /^Bags are added/);
    expect(mail.text).toContain(`You paid $${price} (USD).`);
    await expectMailTellsTrip(page, mail, ['Flights', 'Passengers', 'Fare', 'Price']);
  },
);
