import { expect, type FrameLocator, type Page } from '@playwright/test';
import {
  chooseCountry,
  completeBooking,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  getCardFrame,
  openPayment,
  skipSeats,
} from './testing/booking.ts';
import { getDayFromNow } from './testing/dates.ts';
import { describeGuestJourney } from './testing/guest-journey.ts';
import { getProductSetting, setPaymentElement } from './testing/product.ts';
import { trackLedgers } from './testing/sandbox-control.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
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

test.describe('the card form of the provider', { tag: ['@booking', '@alone'] }, () => {
  test('[ELEMENT-02] a challenge that is failed or closed is told and authorises nothing; passed by the keyboard, it books', async ({
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
});

/** Whether the headers of a page open the provider or its sandbox. */
const opensProvider = (response: { headers(): Record<string, string> }): boolean =>
  new RegExp(`stripe|${getProductSetting('E2E_STRIPE_URL')}`).test(JSON.stringify(response.headers()));

/** The documents that the page loads. */
function recordDocuments(page: Page): { path: string; isOpen: boolean }[] {
  const documents: { path: string; isOpen: boolean }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    const path = new URL(response.url()).pathname.replace(/(flight\/).*/, '$1');
    documents.push({ path, isOpen: opensProvider(response) });
  });
  return documents;
}

test(
  '[ELEMENT-04, STATUS-05] with the card form of the provider, booking pages are documents of their own, by link, reload, Back and Forward',
  { tag: ['@booking', '@alone'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const documents = recordDocuments(page);
    const requests: string[] = [];
    const strayRequests: string[] = [];
    page.on('request', (request) => {
      requests.push(request.url());
      const isBooking = new URL(page.url()).pathname.startsWith('/booking');
      if (!isBooking && request.url().startsWith(getProductSetting('E2E_STRIPE_URL')))
        strayRequests.push(request.url());
    });
    const expectDocuments = async (...expected: { path: string; isOpen: boolean }[]) => {
      await expect.poll(() => documents).toEqual(expected);
      documents.length = 0;
    };
    const [closed, open] = [false, true].map((isOpen) => (path: string) => ({ path, isOpen }));

    await page.goto(searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 51 }));
    await expectResults(page);
    await expect
      .poll(() => requests.some((url) => url.includes('/releases/booking/')), 'preloads the booking remote')
      .toBe(true);
    await bookFirstOffer(page);
    await expectDocuments(closed!('/search'), open!('/booking'));

    await enterPassengers(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Bags and seats' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
    await expect(page.getByText('please enter it again')).toBeVisible();
    await expectDocuments(open!('/booking'));

    await page.goBack();
    await expect(page.getByRole('link', { name: /Book (This Flight|Now)/ }).first()).toBeVisible();
    await expectDocuments(closed!('/flight/'));
    await page.goForward();
    await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
    await expectDocuments(open!('/booking'));

    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Talk to us' })).toBeVisible();
    await expectDocuments(closed!('/contact'));
    await page.getByRole('banner').getByRole('link', { name: 'My Trips' }).click();
    await expect(page).toHaveURL('/my-trips');
    expect(documents).toEqual([]);
    expect(strayRequests).toEqual([]);
  },
);

describeGuestJourney({ form: 'element', mode: 'live', host: 'sunhop.localhost' });
