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
  validCard,
} from './testing/booking.ts';
import { getDayFromNow } from './testing/dates.ts';
import { describeGuestJourney } from './testing/guest-journey.ts';
import { holdRequests } from './testing/hold-requests.ts';
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
  const reason = page.getByText(/^Your bank did not confirm this payment/);
  await expect(reason).toBeInViewport({ ratio: 1 });
  const number = getCardFrame(page).getByLabel('Card number');
  await expect(number).toBeFocused();
  await expect(number).toBeInViewport({ ratio: 1 });
  await expect(number).toHaveValue('');
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
    const waiting = page.getByRole('status').filter({ hasText: 'Your payment is waiting' });
    await expect(waiting).toBeFocused();
    await expect(waiting).toBeInViewport({ ratio: 1 });
    await expect(waiting).toContainText('Enter the passports again');
    await page.getByLabel(/^Passport number/).fill('X1234567');
    await page.getByLabel(/^(Passport )?[Ee]xpiry/).fill(getDayFromNow(2000));
    await page.getByLabel(/[Ii]ssuing country/).selectOption('US');
    await page.getByRole('button', { name: /^Continue/ }).click();
    await expect(waiting).not.toContainText('passports');
    await skipSeats(page);
    await expect(waiting).toBeFocused();
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

  test('[ELEMENT-01] a frame that is blocked is told, with another try', async ({ page }) => {
    const frame = /\/frames\/card$/;
    await page.route(frame, (route) => route.abort());
    await openPayment(page, 85);
    await expect(page.getByText('The card form could not be loaded')).toBeVisible({ timeout: 20_000 });
    await page.unroute(frame);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(getCardFrame(page).getByLabel('Card number')).toBeVisible();
  });

  test('[ELEMENT-01] the fields have the font, the corners and the text size of ours, and cut no country at 375 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await openPayment(page, 89);
    // The header that the tests add is asked about before a font of another origin is loaded.
    await page.context().setExtraHTTPHeaders({});
    await page.reload();
    await enterPassengers(page);
    await skipSeats(page);
    const frame = getCardFrame(page);
    const number = frame.getByLabel('Card number');
    const fonts = () => number.evaluate(() => [...document.fonts].map(({ status }) => status));
    await expect.poll(fonts).toEqual(['loaded']);
    const body = page.locator('body');
    const family = await body.evaluate((element) => getComputedStyle(element).fontFamily);
    const radius = await body.evaluate((element) => getComputedStyle(element).getPropertyValue('--radius'));
    const look = await number.evaluate((element) => {
      const { fontFamily, fontSize, borderRadius } = getComputedStyle(element);
      return { fontFamily, fontSize, borderRadius };
    });
    const borderRadius = `${Number.parseFloat(radius) * 16}px`;
    expect(look).toEqual({ fontFamily: family, fontSize: '16px', borderRadius });
    const cutCountries = await frame.getByLabel('Country').evaluate((element) => {
      const select = element as HTMLSelectElement;
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const context = document.createElement('canvas').getContext('2d')!;
      context.font = font;
      const arrow = 24;
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
      return [...select.options]
        .map(({ text }) => text)
        .filter((text) => context.measureText(text).width > room);
    });
    expect(cutCountries).toEqual([]);
  });

  const waits: [what: string, url: string | RegExp][] = [
    ['kind', '**/api/payments/card-form*'],
    ['script', /\/endive\/stripe\.js/],
    ['frame', /\/frames\/card$/],
    ['frame’s script, which says that it is ready,', /\/frames\/card-frame\.ts/],
  ];
  for (const [what, url] of waits)
    test(`[CARE-05] a card form whose ${what} is slow says so, and comes by itself`, async ({ page }) => {
      const release = await holdRequests(page, url);
      await page.clock.install();
      const requested = page.waitForRequest(url);
      await openPayment(page, 79);
      await requested;
      const note = page.locator('p').filter({ hasText: /^This takes longer than usual/, visible: true });
      await page.clock.fastForward(10_000);
      await expect(note).toBeVisible();
      await page.clock.fastForward('10:00');
      await expect(note).toBeVisible();
      await expect(page.getByText('The card form could not be loaded')).toHaveCount(0);
      release();
      await expect(getCardFrame(page).getByLabel('Card number')).toBeVisible();
      await expect(note).toHaveCount(0);
    });

  const firstAnswers: [what: string, url: RegExp][] = [
    ['kind', /\/api\/payments\/card-form/],
    ['script', /\/endive\/stripe\.js$/],
    ['frame', /\/frames\/card$/],
  ];
  for (const [what, url] of firstAnswers)
    test(`[CARE-05] a card form whose ${what} does not come is loaded again after thirty seconds`, async ({
      page,
    }) => {
      let requests = 0;
      await page.route(url, (route) => ((requests += 1) === 1 ? undefined : route.continue()));
      await page.clock.install();
      const requested = page.waitForRequest(url);
      await openPayment(page, 87);
      await requested;
      await page.clock.fastForward(30_000);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('heading', { name: 'Card', exact: true })).toBeFocused();
      await expect(getCardFrame(page).getByLabel('Card number')).toBeVisible();
    });

  test('[ELEMENT-02] a challenge that a reload interrupted is ended for another card', async ({ page }) => {
    test.setTimeout(120_000);
    const readChanges = await trackLedgers();
    await openPayment(page, 83);
    await enterCard(page, challengedCard, 'element');
    await completeBooking(page);
    await expect(challengeFrame(page).getByRole('button', { name: 'Complete authentication' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Use Another Card' }).click();
    await expect(
      page.getByText(/^The payment was stopped before your bank confirmed it/).first(),
    ).toBeVisible();
    await expect(page.getByText('Your payment is waiting')).toHaveCount(0);
    await enterPassengers(page);
    await skipSeats(page);
    await enterCard(page, validCard, 'element');
    await completeBooking(page);
    await expectBookingConfirmed(page);
    const { intents } = await readChanges();
    expect(intents.map(({ status }) => status).toSorted()).toEqual(['canceled', 'succeeded']);
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

    // The reload has led to the entry of the first step.
    await page.goBack();
    await expect(page.getByRole('link', { name: /Book (This Flight|Now)/ }).first()).toBeVisible();
    await expectDocuments(closed!('/flight/'));
    await page.goForward();
    await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
    await expectDocuments(open!('/booking'));

    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Talk to us' })).toBeVisible();
    await expectDocuments(closed!('/contact'));
    // Until then its links are those of the prerendered page, which are followed by a document.
    await expect(page.locator('#root [inert]')).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'My Trips' }).click();
    await expect(page).toHaveURL('/my-trips');
    expect(documents).toEqual([]);
    expect(strayRequests).toEqual([]);
  },
);

describeGuestJourney({ form: 'element', mode: 'live', host: 'sunhop.localhost' });
