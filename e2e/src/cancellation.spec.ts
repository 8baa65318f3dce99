import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookTrip, formatPrice } from './testing/booking.ts';
import { expectMailTellsTrip, waitForEmail } from './testing/mail.ts';
import { trackLedgers } from './testing/sandbox-control.ts';
import type { Trip } from './testing/search.ts';
import { test } from './testing/test.ts';

/** Books the cheapest fare, which is not refundable, and opens its details in My Trips. Returns what `bookTrip` does. */
async function bookNonRefundable(page: Page, trip: Trip) {
  const booked = await bookTrip(page, trip);
  await page.getByRole('link', { name: 'View My Trips' }).click();
  await page.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  const told = details.getByText(/^No refund - .*, but within 24 hours of booking everything comes back/);
  await expect(told).toHaveCount(2);
  await expect(details.getByText(/^These 24 hours end on/)).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Cancel Flight' }).click();
  return booked;
}

test.setTimeout(120_000);

test(
  '[REFUND-03, TRIPS-19, REFUND-04] a non-refundable fare is refunded in full minutes after booking',
  { tag: ['@booking', '@account', '@smoke'] },
  async ({ page }) => {
    const trip = { origin: 'MUC', destination: 'FRA', departureInDays: 51 };
    const readChanges = await trackLedgers(trip);
    const { email, total } = await bookNonRefundable(page, trip);
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
    await expect(dialog.getByText(`${formatPrice(total)} comes back to your Visa card`)).toBeVisible();
    const cancellations: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/cancel')) cancellations.push(request.method());
    });
    await dialog.getByRole('button', { name: 'Yes, cancel booking' }).dblclick();
    await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
    expect(cancellations).toEqual(['POST']);

    await page.getByRole('tab', { name: 'Cancelled (1)' }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    const refund = page.getByRole('dialog').getByRole('region', { name: 'Refund' });
    await expect(refund).toContainText(`${formatPrice(total)} (USD)`);
    const { orders, intents } = await readChanges();
    expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
    expect(intents.map(({ amount_refunded }) => amount_refunded)).toEqual([total]);

    const mail = await waitForEmail(email, /is cancelled$/);
    // The mail was sent before the refund was paid, so that its sentence is another one.
    const facts = /\$[\d,.]+ \(USD\)|your Visa card ending \d{4}|[A-Z][a-z]{2} \d+, \d{4}/g;
    const refunded = (await refund.innerText()).match(facts) ?? [];
    expect(refunded).toHaveLength(3);
    expect(refunded.filter((fact) => !mail.text.includes(fact))).toEqual([]);
    await page.goto(/https?:\S+\/my-trips\/\S+/.exec(mail.text)![0]);
    await expectMailTellsTrip(page, mail, ['Flights']);
  },
);

test(
  '[REFUND-03, API-59] a sentence and the phone tell that the airline gives nothing back',
  { tag: '@account' },
  async ({ page }) => {
    const trip = { origin: 'MAD', destination: 'LHR', departureInDays: 52 };
    const readChanges = await trackLedgers(trip);
    await bookNonRefundable(page, trip);
    const dialog = page.getByRole('alertdialog', { name: 'This booking cannot be cancelled' });
    await expect(dialog.getByText(/^The airline gives nothing back for this ticket/)).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(dialog.getByRole('button', { name: 'Yes, cancel booking' })).toHaveCount(0);
    await expectAccessible(page);
    const { orders, intents } = await readChanges();
    expect(orders.map(({ cancelled_at }) => cancelled_at)).toEqual([null]);
    expect(intents.map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
  },
);
