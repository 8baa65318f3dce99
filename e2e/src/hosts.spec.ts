import { expect, type Page } from '@playwright/test';
import {
  completeBooking,
  createUniqueEmail,
  enterCard,
  enterPassengers,
  expectBookingConfirmed,
  skipSeats,
  validCard,
} from './testing/booking.ts';
import { getAdministrator, getProductSetting } from './testing/product.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
import { waitForEmail } from './testing/mail.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

/** The URL of a page on the local host of a brand, which resolves to this machine. */
function brandUrl(brand: string, path: string): string {
  const url = new URL(path, getProductSetting('E2E_URL'));
  url.hostname = `${brand}.localhost`;
  return url.href;
}

/** What the page shows and leads to. */
const readContent = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [document.title, document.body.innerText, ...[...document.links].map(({ href }) => href)].join('\n'),
  );

/** Expects title, texts and links of the page to be those of the brand Polar, without placeholders for what it leaves empty. */
async function expectPolarOnly(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Polar$|^Polar/);
  const content = await readContent(page);
  expect(content).not.toMatch(/fareline|sunhop|888 555|example\.invalid/i);
}

test(
  '[HOST-01, HOST-02, HOST-03, HOST-04] on the host of a brand that was just created a guest books, sets a password by the mailed link, signs in and cancels',
  { tag: ['@shell', '@search', '@booking', '@account'] },
  async ({ page }) => {
    test.setTimeout(120_000);

    await test.step('an administrator creates the brand on the host of another brand', async () => {
      await page.goto(brandUrl('sunhop', '/login?redirect=/admin/brands'));
      await expect(page).toHaveTitle(/Sunhop/);
      await signIn(page, getAdministrator());
      await expect(page).toHaveURL(brandUrl('sunhop', '/admin/brands'));
      await page.getByLabel('Brand', { exact: true }).selectOption({ label: 'A new brand' });
      for (const [label, value] of Object.entries({ Id: 'polar', Name: 'Polar', Domain: 'polar.example' }))
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Save brand' }).click();
      await expect(page.getByText('Brand saved').first()).toBeVisible();
      await page.context().clearCookies();
    });

    await page.goto(brandUrl('polar', searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 43 })));
    await expectResults(page);
    await page.getByRole('checkbox', { name: 'Refundable tickets' }).check();
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByRole('article').first().getByText('Refundable', { exact: true })).toBeVisible();
    await expectPolarOnly(page);
    await bookFirstOffer(page);
    const email = await enterPassengers(page);
    await skipSeats(page);
    await enterCard(page, validCard);
    await expectPolarOnly(page);
    await completeBooking(page);
    const reference = await expectBookingConfirmed(page);
    await expectPolarOnly(page);

    await test.step('the confirmation is from the brand and leads to its host', async () => {
      const { from, text } = await waitForEmail(email, new RegExp(reference));
      expect(from).toMatch(/^"?Polar"? </);
      expect(text).toContain(brandUrl('polar', '/my-trips?claim='));
      expect(text).not.toContain('Fareline');
    });

    const password = 'Warm winter 2030!';
    const setPassword = async (link: string, value: string) => {
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill(value);
      await page.getByLabel('Confirm new password').fill(value);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await expect(page).toHaveURL(brandUrl('polar', '/login'));
    };
    const findLink = (text: string) => /http\S+token=\S+/.exec(text)?.[0] ?? '';
    await test.step('the account is told of, with a link to a first password', async () => {
      const { from, text } = await waitForEmail(email, /^Your account at Polar is made$/);
      expect(from).toMatch(/^"?Polar"? </);
      expect(text).not.toContain('Fareline');
      expect(findLink(text)).toContain(brandUrl('polar', '/reset-password?token='));
      await page.context().clearCookies();
      await setPassword(findLink(text), 'Cold winter 2029!');
    });

    await test.step('set a password by the mailed link, which leads to the host', async () => {
      await page.context().clearCookies();
      await page.goto(brandUrl('polar', '/login'));
      await page.getByRole('link', { name: 'Forgot password' }).click();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      const { from, text } = await waitForEmail(email, /^Set a new password for Polar/);
      expect(from).toMatch(/^"?Polar"? </);
      const link = findLink(text);
      expect(link).toContain(brandUrl('polar', '/reset-password?token='));
      await setPassword(link, password);
    });

    await page.goto(brandUrl('polar', '/login?redirect=/my-trips'));
    await signIn(page, { username: email, password });
    await expect(page).toHaveURL(brandUrl('polar', '/my-trips'));
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^(Yes, c|C)ancel/ })
      .click();
    await expect(page.getByText('Your booking has been successfully cancelled.').first()).toBeVisible();
    await expectPolarOnly(page);
    const { text } = await waitForEmail(email, /is cancelled/);
    expect(text).toContain(`\nPolar ${brandUrl('polar', '/')}`);
  },
);

test(
  '[HOST-02, HOST-03, BRAND-08] the second brand on its host has its own page, mails and price, from the first page to the payment',
  { tag: ['@shell', '@search', '@booking', '@smoke'] },
  async ({ page }) => {
    await test.step('its own page and mails', async () => {
      const email = createUniqueEmail();
      await page.goto(brandUrl('sunhop', '/contact'));
      await expect(page).toHaveTitle(/Sunhop/);
      await page.getByLabel('Name (required)').fill('Ada Byron');
      await page.getByLabel('Email (required)').fill(email);
      await page.getByLabel('Message').fill('Do surfboards fly?');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText('Your message has arrived')).toBeVisible();
      const { from, text } = await waitForEmail(email, /^We have your message/);
      expect(from).toMatch(/^"?Sunhop"? </);
      expect(text).not.toContain('Fareline');
    });

    await test.step('its own price', async () => {
      const trip = searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 44 });
      const readPrice = async (url: string) => {
        await page.goto(url);
        await expectResults(page);
        const text = await page
          .getByRole('article')
          .first()
          .getByText(/^\$[\d,]+(\.\d\d)?$/)
          .first()
          .innerText();
        return Number(text.replace(/[$,]/g, ''));
      };
      const price = await readPrice(trip);
      const priceAtSunhop = await readPrice(brandUrl('sunhop', trip));
      // In whole dollars: Fareline adds 23 % to what the airline asks, Sunhop 15 %.
      expect(Math.abs(priceAtSunhop - (price / 1.23) * 1.15)).toBeLessThan(2);
    });

    await bookFirstOffer(page);
    await enterPassengers(page);
    await skipSeats(page);
    await expect(page).toHaveTitle(/Sunhop/);
    const content = await readContent(page);
    expect(content).toContain('Sunhop');
    expect(content).not.toMatch(/fareline/i);
  },
);
