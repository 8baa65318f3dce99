import { expect, type FrameLocator, type Page } from '@playwright/test';
import {
  chooseCountry,
  completeBooking,
  enterCard,
  expectBookingConfirmed,
  getCardFrame,
  openPayment,
  skipSeats,
} from './testing/booking.ts';
import { getDayFromNow } from './testing/dates.ts';
import { setPaymentElement } from './testing/product.ts';
import { trackLedgers } from './testing/sandbox-control.ts';
import { test } from './testing/test.ts';

test.beforeAll(() => setPaymentElement(true));
test.afterAll(() => setPaymentElement(false));

const challengeFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure authentication frame"]');

const challengedCard = '4000000000003220';

const answerChallenge = (page: Page, answer: string) =>
  challengeFrame(page).getByRole('button', { name: answer }).click();

async function expectRefused(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Complete Booking' })).toBeFocused();
  await expect(page.getByText(/Your bank did not confirm this payment/).first()).toBeVisible();
}

test('[ELEMENT-02] a challenge that is failed or closed is told and holds nothing; passed by the keyboard, it books', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 640 });
  const readChanges = await trackLedgers();
  await openPayment(page, 73);
  await chooseCountry(page);
  await completeBooking(page);
  await expect(getCardFrame(page).getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await enterCard(page, challengedCard, 'element');
  await completeBooking(page);
  await expect(page.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
  await answerChallenge(page, 'Fail authentication');
  await expectRefused(page);

  await enterCard(page, challengedCard, 'element');
  await completeBooking(page);
  await answerChallenge(page, 'Close');
  await expectRefused(page);

  await enterCard(page, challengedCard, 'element');
  await completeBooking(page);
  await challengeFrame(page).getByRole('button', { name: 'Complete authentication' }).focus();
  await page.keyboard.press('Enter');
  await expectBookingConfirmed(page);
  const { intents } = await readChanges();
  expect(intents.map(({ status }) => status).toSorted()).toEqual(['canceled', 'canceled', 'succeeded']);
});

test('[ELEMENT-02, ELEMENT-03] a challenge goes on after a reload and after the return from a bank’s page, with one payment', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const readChanges = await trackLedgers();
  await openPayment(page, 75);
  await enterCard(page, challengedCard, 'element');
  await completeBooking(page);
  await expect(challengeFrame(page).getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  await page.goto('/booking/payment-return?payment_intent=pi_x&payment_intent_client_secret=pi_x_secret_y');
  await expect(page).toHaveURL(/\/booking\?offer=/);
  expect(page.url()).not.toContain('secret');
  await expect(page.getByText('Your payment is waiting')).toBeVisible();
  await page.getByLabel(/^Passport number/).fill('X1234567');
  await page.getByLabel(/^(Passport )?[Ee]xpiry/).fill(getDayFromNow(2000));
  await page.getByLabel(/[Ii]ssuing country/).selectOption('US');
  await page.getByRole('button', { name: /^Continue/ }).click();
  await skipSeats(page);
  await expect(page.getByText(/Press Complete Booking to go on with that payment/)).toBeVisible();
  await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(0);
  await completeBooking(page);
  await answerChallenge(page, 'Complete authentication');
  await expectBookingConfirmed(page);
  const { intents } = await readChanges();
  expect(intents.map(({ status }) => status)).toEqual(['succeeded']);
});

test('[ELEMENT-01] a script that is blocked is told, with another try, and no other form takes its place', async ({
  page,
}) => {
  const script = /\/endive\/stripe\.js/;
  await page.route(script, (route) => route.abort());
  await openPayment(page, 77);
  await expect(page.getByText('The card form could not be loaded')).toBeVisible();
  await expect(page.getByLabel(/^CVV/)).toBeHidden();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(getCardFrame(page).getByLabel('Card number')).toBeVisible();
});
