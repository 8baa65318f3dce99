import { expect } from '@playwright/test';
import pg from 'pg';
import { enterPassengers, payAndBook, skipSeats } from './testing/booking.ts';
import { expectMailTellsTrip, readEmails, waitForEmail } from './testing/mail.ts';
import { getProductSetting, restart } from './testing/product.ts';
import { openPassengers } from './testing/search.ts';
import { test } from './testing/test.ts';

test(
  '[DOC-01, FAQ-07] a traveller who asked for it is reminded of check-in once',
  { tag: ['@account', '@alone'] },
  async ({ page }) => {
    await openPassengers(page, { origin: 'MAD', destination: 'LHR', departureInDays: 40 });
    await page.getByRole('checkbox', { name: /^Remind me by email before check-in opens/ }).check();
    const email = await enterPassengers(page);
    await skipSeats(page);
    const reference = await payAndBook(page);
    const subject = new RegExp(`^Check-in for your booking ${reference} opens soon$`);
    const database = new pg.Client(getProductSetting('E2E_DATABASE_URL'));
    await database.connect();
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 19);
    await database.query(
      `update payments.bookings set booking_data = jsonb_set(booking_data, '{slices,0,departure_time}', $1)
      where contact_email = $2`,
      [JSON.stringify(tomorrow), email],
    );
    await database.end();
    // Its job runs at each start.
    await restart('payments');
    const mail = await waitForEmail(email, subject);
    await page.getByRole('link', { name: 'View My Trips' }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open trip' }).click();
    await expect(page.getByRole('region', { name: 'Outbound' })).toBeVisible();
    await expectMailTellsTrip(page, mail, ['Outbound']);
    await restart('payments');
    await waitForEmail(email, /^Your booking .* is confirmed$/);
    expect((await readEmails(email)).filter((sent) => subject.test(sent.subject))).toHaveLength(1);
  },
);
