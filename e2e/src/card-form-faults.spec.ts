import { expect, type Page } from '@playwright/test';
import { bookOverApi, isChangeable } from './testing/api-booking.ts';
import { enterCard, getCardFrame, openPayment, validCard } from './testing/booking.ts';
import { setPaymentElement } from './testing/product.ts';
import { readOrderOfPayment, setChangePrice, trackLedgers } from './testing/sandbox-control.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

/** The card is the one of a booking made before the provider's form is shown. */
async function openTrip(page: Page): Promise<void> {
  await setPaymentElement(false);
  const booking = await bookOverApi(validCard, isChangeable);
  await setPaymentElement(true);
  const order = await readOrderOfPayment(booking.paymentId);
  await setChangePrice(order.id, '83.20');
  await signIn(page, booking.accountInfo!, `/my-trips/${booking.id}`);
}

async function openChange(page: Page): Promise<void> {
  await openTrip(page);
  await page.getByRole('link', { name: 'Change Flight' }).click();
  await page.getByRole('button', { name: 'Show other flights' }).click();
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
}

async function openBags(page: Page): Promise<void> {
  await openTrip(page);
  await page.getByRole('link', { name: 'Manage Extras' }).click();
  await page
    .getByRole('button', { name: /^Increase / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

const pages: [what: string, open: (page: Page) => Promise<unknown>, button: RegExp, done: string][] = [
  ['a booking', (page) => openPayment(page, 95), /^Complete Booking$/, 'Booking Confirmed'],
  ['a change of flights', openChange, /^Pay .* and change the flight$/, 'Your flight is changed'],
  ['later bags', openBags, /^Pay .* and add the bags$/, 'Your bags are added'],
];

test.afterAll(() => setPaymentElement(false));

for (const [what, open, button, done] of pages)
  test.describe(`the card form of ${what}`, { tag: ['@booking', '@account', '@alone'] }, () => {
    test.setTimeout(120_000);
    test.beforeAll(() => setPaymentElement(true));
    const expectForm = (page: Page) => expect(getCardFrame(page).getByLabel('Card number')).toBeVisible();
    const pay = (page: Page) => page.getByRole('button', { name: button }).click();

    test('[CARE-05] whose script does not come is loaded again, and says meanwhile that it is loading', async ({
      page,
    }) => {
      const script = /\/endive\/stripe\.js$/;
      await page.route(script, () => undefined);
      await page.clock.install();
      const requested = page.waitForRequest(script);
      await open(page);
      await requested;
      await pay(page);
      await expect(page.getByText(/^The card form is still loading/).first()).toBeVisible();
      await page.clock.fastForward(30_000);
      const slow = page.locator('p').filter({ hasText: /^This takes longer than usual. It appears/ });
      await expect(slow).toBeVisible();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expectForm(page);
    });

    test('[ELEMENT-01] whose frame is refused says so, and is loaded again', async ({ page }) => {
      const frame = /\/frames\/card$/;
      await page.route(frame, (route) => route.abort());
      await open(page);
      await expect(page.getByText('The card form could not be loaded')).toBeVisible({ timeout: 20_000 });
      await page.unroute(frame);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expectForm(page);
    });

    test('[ELEMENT-01, MONEY-27] whose payment has no answer goes on with it, and pays once', async ({
      page,
    }) => {
      await open(page);
      const readChanges = await trackLedgers();
      await enterCard(page, validCard, 'element');
      const processCard = '**/api/payments/process-card';
      await page.route(
        processCard,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await pay(page);
      await expect(page.getByText(/to go on with that payment: nothing is paid twice/)).toBeVisible();
      await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(0);
      await pay(page);
      await expect(page.getByRole('heading', { name: done, level: 1 })).toBeVisible({ timeout: 45_000 });
      const { intents } = await readChanges();
      expect(intents.map(({ status }) => status)).toEqual(['succeeded']);
    });
  });
