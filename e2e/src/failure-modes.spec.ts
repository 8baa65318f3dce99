import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import {
  expectBookingConfirmed,
  completeBooking,
  enterCard,
  getCardNumber,
  openPayment,
  payAndBook,
  validCard,
} from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { expectBookedOnce, injectFault, trackLedgers } from './testing/sandbox-control.ts';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';
import { getProductSetting, stop, kill, restart } from './testing/product.ts';

/** The form is loaded once, so a service that is stopped before that leaves its error behind. */
async function openCardForm(page: Page, departureInDays: number): Promise<void> {
  await openPayment(page, departureInDays);
  await expect(getCardNumber(page, 'fields')).toBeVisible();
}

/** Programs that a test has stopped or changed, with the environment that restores them. */
const changedPrograms = new Map<string, Record<string, string>>();
test.afterEach(async () => {
  for (const [name, env] of changedPrograms) await restart(name, env);
  changedPrograms.clear();
});

async function stopProgram(name: string): Promise<void> {
  changedPrograms.set(name, {});
  await stop(name);
}

async function restoreProgram(name: string): Promise<void> {
  await restart(name, changedPrograms.get(name));
  changedPrograms.delete(name);
}

test(
  '[PROVIDER-07] a search while flights is down retries automatically and shows results after its restart',
  { tag: ['@search', '@alone'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    await stopProgram('flights');
    await page.goto(searchUrl({ origin: 'OSL', destination: 'ARN', departureInDays: 30 }));
    await expect(page.getByText('Flight search is busy right now.')).toBeVisible({ timeout: 30_000 });
    await restoreProgram('flights');
    await expectResults(page);
  },
);

test.describe('a booking', { tag: ['@booking', '@alone'] }, () => {
  test('a payment while PostgreSQL is down shows an error and keeps the page, which books after its restart', async ({
    page,
  }) => {
    test.setTimeout(150_000);
    const readChanges = await trackLedgers();
    await openCardForm(page, 47);
    await stopProgram('postgres');
    await enterCard(page, validCard);
    await completeBooking(page);
    await expect(page.getByText(/not available|went wrong|try again/i).first()).toBeVisible({
      timeout: 60_000,
    });
    expect((await readChanges()).orders).toEqual([]);
    await restoreProgram('postgres');
    await expect(async () => {
      expect((await fetch(`${getProductSetting('E2E_URL')}/api/system/mode`)).status).toBe(200);
    }).toPass({ timeout: 30_000 });
    await payAndBook(page);
    expectBookedOnce(await readChanges());
  });

  test('[MONEY-25, PROVIDER-36, CONFIRM-10] killing payments between order and capture results in one order, one capture and a confirmed booking', async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const readChanges = await trackLedgers();
    await openCardForm(page, 48);
    changedPrograms.set('payments', { KILL_POINT: '', BOOKING_LEASE_MS: '' });
    // The lease of a killed process ends by itself.
    await restart('payments', { KILL_POINT: 'after:call:order', BOOKING_LEASE_MS: '3000' });
    await enterCard(page, validCard);
    await completeBooking(page);
    await expect(page.getByRole('heading', { name: 'Confirming with the airline' })).toBeVisible({
      timeout: 60_000,
    });
    const killed = await readChanges();
    expect(killed.orders).toHaveLength(1);
    expect(killed.intents.map((intent) => intent.amount_received)).toEqual([0]);

    // The screen goes on by itself.
    await restoreProgram('payments');
    await expectBookingConfirmed(page, 120_000);
    const { orders, intents } = await readChanges();
    expect(orders).toHaveLength(1);
    expect(intents.map((intent) => intent.status)).toEqual(['succeeded']);
  });

  test('[STATUS-01, STATUS-02, STATUS-03, STATUS-05, PROVIDER-36] a pending order has a status page after a reload and in another browser; it ends as one booking, whose account only the first browser gets', async ({
    page,
    browser,
  }) => {
    test.setTimeout(150_000);
    const readChanges = await trackLedgers();
    const email = await openPayment(page, 50);
    await injectFault('E2E_DUFFEL_URL', {
      method: 'POST',
      path: '/air/orders',
      times: 1,
      kind: 'commit_late',
      delayMs: 12_000,
    });
    await enterCard(page, validCard);
    await completeBooking(page);
    const confirming = page.getByRole('heading', { name: 'Confirming with the airline' });
    await expect(confirming).toBeVisible({ timeout: 30_000 });
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.reload();
    await expect(confirming).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/booking\/status#[\w-]{43}$/);
    await expectAccessible(page);
    await expect(page.getByLabel(/^Card number/)).toHaveCount(0);

    await waitForEmail(email, /^Your booking is being confirmed$/);
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(page.url());
    await expect(elsewhere.getByRole('heading', { name: 'Confirming with the airline' })).toBeVisible();
    await expectAccessible(elsewhere);

    await expectBookingConfirmed(page, 90_000);
    await waitForEmail(email, /is confirmed$/);
    await expect(page.locator('dt:text-is("Password") + dd code')).not.toBeEmpty();
    await expect(page.getByRole('listitem').filter({ hasText: 'Nora Lindqvist' })).toBeVisible();
    expectBookedOnce(await readChanges());
    await expect(elsewhere.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(elsewhere.getByText('Password', { exact: true })).toHaveCount(0);
    expect((await elsewhere.context().cookies()).map(({ name }) => name)).not.toContain('session');
    await elsewhere.getByRole('button', { name: 'Mail a Link' }).click();
    await expect(elsewhere.getByText(/A link is on its way/)).toBeVisible();
    await expectAccessible(elsewhere);
    await elsewhere.context().close();
    expect(calls).toContain('POST /api/bookings/status');
    expect(
      calls.filter((call) => /process-card|refresh|bookings$/.test(call) && call.startsWith('POST')),
    ).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('bookingAttempts'))).toBeNull();
  });

  test('a dropped response to the order shows a pending or confirmed booking, and books once', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const readChanges = await trackLedgers();
    await openPayment(page, 49);
    await injectFault('E2E_DUFFEL_URL', {
      method: 'POST',
      path: '/air/orders',
      times: 1,
      kind: 'commit_and_drop',
    });
    await enterCard(page, validCard);
    await completeBooking(page);
    await expect(
      page
        .getByText('Confirming with the airline')
        .or(page.getByRole('heading', { name: 'Booking Confirmed' }))
        .first(),
    ).toBeVisible({
      timeout: 45_000,
    });
    await expectBookingConfirmed(page);
    expectBookedOnce(await readChanges());
    // A restarted payments service resumes from its database without booking again.
    await kill('payments');
    await restart('payments');
    expectBookedOnce(await readChanges());
  });
});
