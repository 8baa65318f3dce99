import { expect, type Page } from '@playwright/test';
import {
  completeBooking,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  openPayment,
  skipSeats,
  validCard,
} from './testing/booking.ts';
import { test } from './testing/test.ts';

const expectStep = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** Back to the first step and Forward to the payment, all data kept. */
async function walkSteps(page: Page): Promise<void> {
  await page.goBack();
  await expectStep(page, 'Bags and seats');
  await page.goBack();
  await expectStep(page, 'Who is travelling?');
  await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
  await page.goForward();
  await expectStep(page, 'Bags and seats');
  await page.goForward();
  await expectStep(page, 'Payment');
}

test(
  '[BOOK-04] Back and Forward go one step of a booking, and lead to the booking once it is made',
  { tag: '@booking' },
  async ({ page }) => {
    test.setTimeout(120_000);
    await openPayment(page, 63);
    const url = page.url();
    await walkSteps(page);

    await test.step('a page that is loaded again begins with the passengers, and Back goes on', async () => {
      await page.reload();
      await expectStep(page, 'Who is travelling?');
      await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
      await page.goForward();
      await expectStep(page, 'Who is travelling?');
      // A reload clears the passports.
      await enterPassengers(page);
      await skipSeats(page);
    });

    await enterCard(page, validCard);
    await completeBooking(page);
    await expectBookingConfirmed(page);
    await page.goBack();
    await expectStep(page, 'Booking Confirmed');
    for (const booked of [url, page.url()]) {
      await page.goto('/');
      await page.goto(booked);
      await expectStep(page, 'Booking Confirmed');
      await expect(page).toHaveURL(/\/booking\/status#/);
    }
  },
);

test(
  '[BOOK-04, STATUS-05] a restored tab begins with the passengers, and each of two tabs has its own steps and pays once',
  { tag: '@booking' },
  async ({ page, context }) => {
    test.setTimeout(120_000);
    await openPayment(page, 65);
    const url = page.url();
    const stored = await page.evaluate(() => ({ ...sessionStorage }));
    const twin = await context.newPage();
    await twin.addInitScript((items) => {
      for (const [key, value] of Object.entries(items))
        if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value);
    }, stored);
    await twin.goto(url);
    await expectStep(twin, 'Who is travelling?');
    await expect(twin.getByLabel(/^First name/)).toHaveValue('Nora');
    await enterPassengers(twin);
    await skipSeats(twin);
    await walkSteps(twin);
    await walkSteps(page);

    await enterCard(page, validCard);
    await completeBooking(page);
    await expectBookingConfirmed(page);
    await enterCard(twin, validCard);
    await completeBooking(twin);
    await expect(twin.getByText(/already|no longer/i).first()).toBeVisible();
    await expect(twin.getByRole('heading', { name: 'Booking Confirmed' })).toHaveCount(0);
  },
);
