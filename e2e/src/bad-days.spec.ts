import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './journey/accessible.ts';
import {
  bookingConfirmed,
  completeBooking,
  declinedCard,
  enterCard,
  enterPassengers,
  family,
  freshEmail,
  goodCard,
  skipSeats,
} from './journey/book.ts';
import { makeFail, watchLedgers, type LedgerChange } from './journey/ledgers.ts';
import { bookFirstOffer, resultsShown, searchAddress } from './journey/search.ts';
import { test } from './journey/test.ts';
import { address, halt, kill, restart } from './product.ts';

/** What a journey halted or changed and did not bring back itself. */
const toRestore = new Map<string, Record<string, string>>();
test.afterEach(async () => {
  for (const [name, env] of toRestore) await restart(name, env);
  toRestore.clear();
});

async function takeDown(name: string): Promise<void> {
  toRestore.set(name, {});
  await halt(name);
}

async function bringBack(name: string): Promise<void> {
  await restart(name, toRestore.get(name));
  toRestore.delete(name);
}

/** However many tries it took. */
function expectBookedOnce({ orders, intents }: LedgerChange): void {
  expect(orders).toHaveLength(1);
  expect(intents.filter((intent) => intent.amount_received > 0)).toHaveLength(1);
}

/** To the payment step of a one-way trip for one. */
async function toPayment(page: Page, departureInDays: number): Promise<string> {
  const email = freshEmail();
  await page.goto(searchAddress({ origin: 'MAD', destination: 'LHR', departureInDays }));
  await resultsShown(page);
  await bookFirstOffer(page);
  await enterPassengers(page, family.slice(0, 1), { email, phone: '+34 911 23 45 67' });
  await skipSeats(page);
  return email;
}

test('[PAY-22, PAY-23, MONEY-29] a declined card is said in a sentence, keeps the name, charges nothing, and another card books', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const ledgers = await watchLedgers();
  await toPayment(page, 45);
  await enterCard(page, declinedCard);
  await completeBooking(page);
  await expect(page.getByText(/declined/i).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel(/^Card number/)).toHaveValue('');
  await expect(page.getByLabel(/^Card number/)).toBeFocused();
  await expect(page.getByLabel(/^Name on the card/)).toHaveValue('Nora Lindqvist');
  expect((await ledgers()).orders).toEqual([]);

  await enterCard(page, goodCard);
  await completeBooking(page);
  await bookingConfirmed(page);
  expectBookedOnce(await ledgers());
});

test('[PAX-25, PAY-13, API-55] an offer that expires while passengers are entered stops the form with a sentence', async ({
  page,
}) => {
  await page.goto(searchAddress({ origin: 'MAD', destination: 'LHR', departureInDays: 46 }));
  await resultsShown(page);
  await bookFirstOffer(page);
  const offer = new URL(page.url()).searchParams.get('offer');
  await page.route('**/api/flights/verify-offer/**', (route) =>
    route.fulfill({
      status: 410,
      json: {
        valid: false,
        error: 'OFFER_EXPIRED',
        message: 'This flight offer has expired. Please select another flight.',
        offer_id: offer,
      },
    }),
  );
  await page.reload();
  await expect(
    page.getByText('This flight offer has expired. Please select another flight.').first(),
  ).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('button', { name: 'Offer Expired' })).toBeDisabled();
});

test('[PROVIDER-07] a dead flights service is waited for without a press, and found when it is back', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await takeDown('flights-1');
  await page.goto(searchAddress({ origin: 'OSL', destination: 'ARN', departureInDays: 30 }));
  await expect(page.getByText('Flight search is busy right now.')).toBeVisible({ timeout: 30_000 });
  await bringBack('flights-1');
  await resultsShown(page);
});

test('a dead Redis is a sentence, and searching works when it is back', async ({ page }) => {
  test.setTimeout(90_000);
  await takeDown('redis-cache');
  await page.goto(searchAddress({ origin: 'OSL', destination: 'CPH', departureInDays: 30 }));
  await expect(
    page
      .getByText('Error Loading Flights')
      .or(page.getByText(/busy right now/))
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await bringBack('redis-cache');
  await expect(async () => {
    await page.goto(searchAddress({ origin: 'OSL', destination: 'CPH', departureInDays: 30 }));
    await resultsShown(page);
  }).toPass({ timeout: 60_000 });
});

test('a dead PostgreSQL stops paying with a sentence, loses nothing that was entered, and the same page books when it is back', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const ledgers = await watchLedgers();
  await toPayment(page, 47);
  await takeDown('postgres');
  await enterCard(page, goodCard);
  await completeBooking(page);
  await expect(page.getByText(/not available|went wrong|try again/i).first()).toBeVisible({
    timeout: 60_000,
  });
  expect((await ledgers()).orders).toEqual([]);
  await bringBack('postgres');
  await expect(async () => {
    expect((await fetch(`${address('E2E_URL')}/api/system/mode`)).status).toBe(200);
  }).toPass({ timeout: 30_000 });
  await enterCard(page, goodCard);
  await completeBooking(page);
  await bookingConfirmed(page);
  expectBookedOnce(await ledgers());
});

test('[MONEY-25, PROVIDER-36, CONFIRM-10] payments killed between order and capture ends in one order, one capture and a trip', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const ledgers = await watchLedgers();
  await toPayment(page, 48);
  toRestore.set('payments', { KILL_POINT: '' });
  await restart('payments', { KILL_POINT: 'after:call:order' });
  await enterCard(page, goodCard);
  await completeBooking(page);
  await expect(page.getByText('Your card is held, not charged')).toBeVisible({ timeout: 60_000 });
  const killed = await ledgers();
  expect(killed.orders).toHaveLength(1);
  expect(killed.intents.map((intent) => intent.amount_received)).toEqual([0]);

  await bringBack('payments');
  await completeBooking(page);
  await bookingConfirmed(page, 120_000);
  const { orders, intents } = await ledgers();
  expect(orders).toHaveLength(1);
  expect(intents.map((intent) => intent.status)).toEqual(['succeeded']);
});

test('[STATUS-02, STATUS-05, PROVIDER-36] a reload while the airline has not answered resumes the attempt, which ends in one booking with the account of the guest', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const ledgers = await watchLedgers();
  await toPayment(page, 50);
  await makeFail('E2E_DUFFEL_URL', {
    method: 'POST',
    path: '/air/orders',
    times: 1,
    kind: 'commit_late',
    delayMs: 20_000,
  });
  await enterCard(page, goodCard);
  await completeBooking(page);
  const confirming = page.getByRole('heading', { name: 'Confirming with the airline' });
  await expect(confirming).toBeVisible({ timeout: 30_000 });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await expect(confirming).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Booking ID /)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel(/^Card number/)).toHaveCount(0);

  await bookingConfirmed(page, 90_000);
  await expect(page.locator('dt:text-is("Password") + dd')).not.toBeEmpty();
  await expect(page.locator('dt:text-is("Passenger") + dd')).toHaveText('Nora Lindqvist');
  expectBookedOnce(await ledgers());
  expect(calls).toContain('POST /api/bookings/resume');
  expect(
    calls.filter((call) => /process-card|refresh|bookings$/.test(call) && call.startsWith('POST')),
  ).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('bookingAttempts'))).toBeNull();
});

test('a slow and then failing airline answer never looks like a success', async ({ page }) => {
  test.setTimeout(120_000);
  const ledgers = await watchLedgers();
  await toPayment(page, 49);
  await makeFail('E2E_DUFFEL_URL', {
    method: 'POST',
    path: '/air/orders',
    times: 1,
    kind: 'commit_and_drop',
  });
  await enterCard(page, goodCard);
  await completeBooking(page);
  await expect(
    page
      .getByText('Confirming with the airline')
      .or(page.getByRole('heading', { name: 'Booking Confirmed' }))
      .first(),
  ).toBeVisible({
    timeout: 45_000,
  });
  await bookingConfirmed(page);
  expectBookedOnce(await ledgers());
  // A service that dies now and goes on from its rows books nothing again.
  await kill('payments');
  await restart('payments');
  expectBookedOnce(await ledgers());
});
