import { expect, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessible, expectNoHorizontalScroll } from './testing/accessibility.ts';
import { bookOverApi, type ApiBooking } from './testing/api-booking.ts';
import { enterCard, formatPrice, validCard } from './testing/booking.ts';
import { getProductSetting, restart } from './testing/product.ts';
import {
  chargeForNoBooking,
  clearFaults,
  injectFault,
  trackLedgers,
  openDispute,
} from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { act, createSupport, enterPassword, expectLine } from './testing/support.ts';
import { test } from './testing/test.ts';

let support: Awaited<ReturnType<typeof createSupport>>;
let database: pg.Client;

/** A step that fails is given up at once, and what the providers have is compared every second. */
const impatience = { GIVE_UP_AFTER_MS: '1', RECONCILE_EVERY_MS: '1000', RECONCILE_MARGIN_MS: '0' };
const patience = {
  GIVE_UP_AFTER_MS: '432000000',
  RECONCILE_EVERY_MS: '900000',
  RECONCILE_MARGIN_MS: '600000',
};

test.setTimeout(120_000);
test.beforeAll(async () => {
  database = new pg.Client(getProductSetting('E2E_DATABASE_URL'));
  await database.connect();
  support = await createSupport('10.251.0.1');
  await restart('payments', impatience);
});
test.afterAll(async () => {
  await clearFaults('E2E_STRIPE_URL');
  await restart('payments', patience);
  await database.end();
});

/** Opens the queue with a session whose password was entered long ago. */
async function openQueue(page: Page): Promise<void> {
  await signIn(page, support, '/admin/bookings');
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  await database.query(
    `update accounts.sessions set authenticated_at = null
      where user_id = (select id from accounts.users where username = $1)`,
    [support.username],
  );
}

/** The page has another list of what waits for support. */
const queue = (page: Page) => page.getByRole('region', { name: 'Review queue' });

const findCase = (page: Page, text: string | RegExp): Locator =>
  queue(page).getByRole('tabpanel').getByRole('row').filter({ hasText: text });

async function waitForCase(page: Page, text: string | RegExp): Promise<void> {
  await page.goto('/admin/bookings');
  await expect(async () => {
    await page.reload();
    await expect(queue(page).getByRole('tabpanel')).toContainText(text, { timeout: 3000 });
  }).toPass();
}

/** Opens the booking from the queue. */
async function openBooking(page: Page, { lastName }: ApiBooking): Promise<void> {
  await page.goto('/admin/bookings');
  await findCase(page, lastName).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'What you can do' })).toBeVisible();
}

async function expectState(page: Page, state: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Reload' }).click();
    const badge = page.locator('main header').getByText(state, { exact: true });
    await expect(badge).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Leaves the tables without the rows, as an older backup has them. */
async function loseRows({ id, paymentId }: ApiBooking): Promise<void> {
  // A comparison that has read the payment before there was an order would find the payment alone.
  const compared = `select from payments.reconciliations where since + interval '3 days' > (
    select max(at) from payments.booking_steps where booking_id = $1)`;
  await expect.poll(async () => (await database.query(compared, [id])).rowCount).toBeGreaterThan(0);
  const statements = [
    `delete from payments.booking_steps where booking_id = '${id}'`,
    `delete from payments.booking_locks where booking_id = '${id}'`,
    `delete from payments.outbox where subject = '${id}'`,
    `update payments.idempotency_keys set payment_id = null, booking_id = null where booking_id = '${id}' or payment_id = '${paymentId}'`,
    `delete from payments.bookings where id = '${id}'`,
    `delete from payments.payments where id = '${paymentId}'`,
  ];
  await database.query(`begin; ${statements.join('; ')}; commit`);
}

/** What the link in the traveller's mail shows. */
async function expectTold(page: Page, { statusToken }: ApiBooking, title: string): Promise<void> {
  const traveller = await page.context().browser()!.newPage();
  await traveller.goto(`${getProductSetting('E2E_URL')}/booking/status#${statusToken}`);
  await expect(traveller.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await traveller.close();
}

const toMinor = (amount: string) => Math.round(Number(amount) * 100);
const getTotal = ({ offer }: ApiBooking) => toMinor(offer.total_amount);

async function refuseCaptures(): Promise<void> {
  const path = '^/v1/payment_intents/.*/capture$';
  await injectFault('E2E_STRIPE_URL', { path, method: 'POST', kind: 'status', status: 402, times: 100 });
}

/** Books while the card provider refuses each capture, so that a person must decide. */
async function bookUnpaid(): Promise<ApiBooking> {
  await refuseCaptures();
  const booking = await bookOverApi(validCard);
  await expect
    .poll(async () => {
      const { rows } = await database.query('select state from payments.bookings where id = $1', [
        booking.id,
      ]);
      return (rows as { state: string }[])[0]?.state;
    })
    .toBe('needs_review');
  await clearFaults('E2E_STRIPE_URL');
  return booking;
}

/** Order, amount charged and amount refunded of the only booking since the ledgers were tracked. */
async function readMoney(readChanges: Awaited<ReturnType<typeof trackLedgers>>) {
  const { orders, intents } = await readChanges();
  return [
    orders.map(({ status }) => status),
    intents.map((intent) => [intent.status, intent.amount_received, intent.amount_refunded]),
  ];
}

test(
  '[REVIEW-02, LEDGER-05, REFUND-02] support charges again, refunds in advance and cancels with the quote shown',
  { tag: ['@account', '@alone'] },
  async ({ page }) => {
    await openQueue(page);
    const readChanges = await trackLedgers();
    const booking = await bookUnpaid();
    const total = getTotal(booking);
    await openBooking(page, booking);
    await act(page, {
      ...{ button: 'Charge the card', confirm: 'Charge the card', reason: 'The bank agrees' },
      password: support.password,
    });
    await expectState(page, 'Confirmed');
    expect(await readMoney(readChanges)).toEqual([['confirmed'], [['succeeded', total, 0]]]);
    await expectTold(page, booking, 'Booking Confirmed');

    const refund = { button: 'Refund', confirm: 'Refund now', amount: '10.00', reason: 'Hotel' };
    await act(page, { ...refund, isAdvance: true });
    await expectLine(page, 'Money', /^Refund .*\$10 \(USD\), paid/);

    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    const quote = page.getByRole('alertdialog').getByRole('list', { name: 'Quote' });
    const last = await quote
      .getByRole('listitem')
      .filter({ hasText: /^Comes back/ })
      .innerText();
    const [, amount = ''] = /\$([\d,.]+) \(USD\)/.exec(last) ?? [];
    const comesBack = toMinor(amount.replaceAll(',', ''));
    expect(comesBack).toBeGreaterThan(0);
    expect(comesBack).toBeLessThan(total - 1000);
    await page.keyboard.press('Escape');
    await act(page, { button: 'Cancel the booking', confirm: 'Cancel the booking', reason: 'Called us' });
    await expectState(page, 'Cancelled');
    await expectLine(page, 'Money', `${formatPrice(comesBack)} (USD), paid`);
    const money = [['cancelled'], [['succeeded', total, comesBack + 1000]]];
    expect(await readMoney(readChanges)).toEqual(money);
    await expectTold(page, booking, 'This booking is cancelled');
    await page.setViewportSize({ width: 375, height: 640 });
    await expectNoHorizontalScroll(page);
  },
);

test(
  '[LEDGER-15] support waives the price of bags whose card refused, and the trip shows them done',
  { tag: ['@account', '@alone'] },
  async ({ page, browser }) => {
    await openQueue(page);
    const readChanges = await trackLedgers();
    const booking = await bookOverApi(validCard);
    const traveller = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
    await signIn(traveller, booking.accountInfo!, `/my-trips/${booking.id}`);
    await traveller.getByRole('link', { name: 'Manage Extras' }).click();
    await traveller
      .getByRole('button', { name: /^Increase / })
      .first()
      .click();
    await traveller.getByRole('button', { name: 'Continue to payment' }).click();
    await enterCard(traveller, validCard);
    await refuseCaptures();
    await traveller.getByRole('button', { name: /^Pay .* and add the bags$/ }).click();
    const unpaid = traveller.getByRole('heading', { name: 'Your bags are added, and not paid yet' });
    await expect(unpaid).toBeFocused();
    await expectAccessible(traveller);
    await clearFaults('E2E_STRIPE_URL');

    await openBooking(page, booking);
    await act(page, {
      ...{ button: /^Waive the price of a change \(Bags, /, confirm: 'Waive the price', reason: 'A gift' },
      password: support.password,
    });
    await expectLine(page, 'Changes', 'no cost, done');
    const paid = ['succeeded', getTotal(booking), 0];
    expect(await readMoney(readChanges)).toEqual([['confirmed'], [paid, ['canceled', 0, 0]]]);
    await traveller.getByRole('link', { name: 'See your trip' }).click();
    const changes = traveller.getByRole('list', { name: 'Changes' });
    await expect(changes).toContainText(/^Bags added, .*: no extra cost\./);
    await traveller.close();
  },
);

test(
  '[REVIEW-02, LEDGER-05, LEDGER-07] support joins a lost order and its payment, answers its dispute, closes the case and refunds another charge',
  { tag: ['@account', '@alone'] },
  async ({ page }) => {
    await openQueue(page);
    const readChanges = await trackLedgers();
    const booking = await bookOverApi(validCard);
    await loseRows(booking);
    await waitForCase(page, booking.id);
    await findCase(page, booking.id).getByRole('button', { name: 'Join into a booking' }).click();
    const join = page.getByRole('alertdialog', { name: 'Join into a booking?' });
    await join.getByLabel('Reason').fill('Restored an older backup');
    await expectAccessible(page);
    await join.getByRole('button', { name: 'Join now' }).click();
    await enterPassword(page, support.password);
    await expectState(page, 'Confirmed');
    await expectLine(page, 'What support did', 'Joined from order and payment: Restored an older backup');
    expect(await readMoney(readChanges)).toEqual([['confirmed'], [['succeeded', getTotal(booking), 0]]]);
    await expectTold(page, booking, 'Booking Confirmed');

    const [intent] = (await readChanges()).intents;
    await openDispute(intent!.id);
    await page.goto('/admin/bookings');
    const dispute = findCase(page, 'Dispute').filter({ hasText: booking.lastName });
    await expect(async () => {
      await page.reload();
      await expect(dispute).toBeVisible({ timeout: 1000 });
    }).toPass();
    await openBooking(page, booking);
    await act(page, { button: 'Answer the dispute', confirm: 'Send evidence', reason: 'She flew' });
    await expectLine(page, 'What support did', 'Answer the dispute: She flew');
    await page.goto('/admin/bookings');
    await dispute.getByRole('button', { name: /^Close/ }).click();
    const close = page.getByRole('alertdialog', { name: 'Close this case?' });
    await close.getByLabel('Why is it done?').fill('The bank decides now');
    await expectAccessible(page);
    await close.getByRole('button', { name: 'Close case' }).click();
    await expect(dispute).toHaveCount(0);
    await queue(page).getByRole('tab', { name: 'Closed' }).click();
    await expect(dispute).toContainText(`by ${support.username}`);

    const readStray = await trackLedgers();
    const stray = await chargeForNoBooking(4242);
    await waitForCase(page, stray);
    await findCase(page, stray).getByRole('button', { name: 'Refund the charge' }).click();
    const refund = page.getByRole('alertdialog', { name: 'Refund this charge?' });
    await refund.getByLabel('Reason').fill('It is for no booking');
    await expectAccessible(page);
    await refund.getByRole('button', { name: 'Refund now' }).click();
    // The dialog hides the queue from assistive technology, and so from locators by role.
    await expect(refund).toBeHidden();
    await expect(findCase(page, stray)).toHaveCount(0);
    expect(await readMoney(readStray)).toEqual([[], [['succeeded', 4242, 4242]]]);
  },
);
