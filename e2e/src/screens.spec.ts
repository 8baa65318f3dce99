import { informationPaths } from '@fareline/contracts/pages';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoHorizontalScrollAt } from './testing/accessibility.ts';
import { bookOverApi, isChangeable, type ApiBooking } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { trackLayoutShift } from './testing/layout-shift.ts';
import { getAdministrator } from './testing/product.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

/** What a screen is there for, and not only its frame; `open` where its path alone does not lead there. */
interface Screen {
  path: string;
  promised: (page: Page) => Locator;
  open?: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('heading', { name });
const region = (name: string | RegExp, text: string | RegExp) => (page: Page) =>
  page.getByRole('region', { name }).filter({ hasText: text });
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, disabled: false });

const search = { origin: 'LHR', destination: 'JFK', departureInDays: 61 };
const openResults = async (page: Page) => {
  await page.goto(searchUrl(search));
  await expectResults(page);
};

const ofVisitors: Screen[] = [
  { path: '/', promised: button('Search flights') },
  {
    path: '/search',
    promised: (page) => page.getByRole('article').getByRole('link', { name: 'View Details' }),
    open: openResults,
  },
  {
    path: '/flight/:id',
    promised: (page) => page.getByRole('tabpanel', { name: 'Flight Details' }).getByText(/\bLHR\b/),
    open: async (page) => {
      await openResults(page);
      await page.getByRole('link', { name: 'View Details' }).first().click();
    },
  },
  {
    path: '/booking',
    promised: (page) => page.getByLabel(/^First name/),
    open: async (page) => {
      await openResults(page);
      await bookFirstOffer(page);
    },
  },
  { path: '/booking/payment-return', promised: heading('Please go back to the tab where you booked') },
  { path: '/expedia', promised: (page) => page.getByRole('main').locator('a[href^="tel:"]') },
  { path: '/find-trip', promised: button('Send the code') },
  { path: '/login', promised: button('Sign In') },
  { path: '/register', promised: button('Create Account') },
  { path: '/forgot-password', promised: button('Send the link') },
  {
    path: '/reset-password',
    promised: button('Set the password'),
    open: (page) => page.goto('/reset-password?token=one'),
  },
  {
    path: '/verify-email',
    promised: button(/Confirm/),
    open: (page) => page.goto('/verify-email?token=one'),
  },
  {
    path: '/address-change',
    promised: button('Yes, this was me'),
    open: (page) => page.goto('/address-change#one'),
  },
  { path: '/privacy-policy', promised: heading('Your rights') },
  { path: '/terms-of-service', promised: heading('Cancelling and refunds') },
  { path: '/cookie-policy', promised: heading('Your choice') },
  {
    path: '/cancellation-policy',
    promised: (page) => page.getByRole('main').getByText(/within 7 business days/),
  },
  { path: '/about', promised: heading('Certifications') },
  { path: '/faq', promised: (page) => page.getByRole('main').getByRole('button', { name: /\?$/ }) },
  { path: '/contact', promised: button(/^Send/) },
];

const ofTravellers = ({ id, statusToken, lastName }: ApiBooking): Screen[] => [
  { path: '/my-trips', promised: button('View Details') },
  { path: '/my-trips/:id', promised: region('Passengers', lastName) },
  { path: '/my-trips/:id/change', promised: button('Show other flights') },
  { path: '/my-trips/:id/extras', promised: heading('Add bags') },
  { path: '/account-settings', promised: button('Change Password') },
  { path: '/saved-travellers', promised: heading('No saved travellers') },
  {
    path: '/booking/status',
    promised: heading('Booking Confirmed'),
    open: (page) => page.goto(`/booking/status#${statusToken}`),
  },
  {
    path: '/booking/change/:bookingId/:changeId',
    promised: region('New', 'LHR'),
    open: async (page) => {
      await page.goto(`/my-trips/${id}/change`);
      await page.getByRole('button', { name: 'Show other flights' }).click();
      const choices = page.getByRole('button', { name: /^Choose / });
      await choices.first().click();
    },
  },
];

const ofStaff = ({ lastName }: ApiBooking): Screen[] => [
  { path: '/admin-settings', promised: (page) => page.getByRole('switch', { name: 'Live Mode' }) },
  { path: '/admin/brands', promised: region('Preview', 'Fareline') },
  { path: '/admin/audit', promised: (page) => page.getByRole('row').filter({ hasText: 'Signed in' }) },
  { path: '/admin/staff', promised: (page) => page.getByText('The last administrator stays.') },
  { path: '/admin/releases', promised: heading(/search/i) },
  { path: '/admin/security', promised: heading('Second factors') },
  { path: '/admin/bookings', promised: region('Review queue', /./) },
  { path: '/admin/bookings/:id', promised: region('Flights and passengers', lastName) },
  {
    path: '/admin/daily-close',
    // Until the providers are compared again, the day has no bookings.
    promised: (page) => region('Daily close', /./)(page).or(heading('No bookings')(page)),
  },
];

/** Opens each screen and waits for what it is there for, above the fold or below. */
async function expectScreens(page: Page, screens: readonly Screen[], id = ''): Promise<void> {
  for (const { path, promised, open } of screens)
    await test.step(path, async () => {
      await (open ? open(page) : page.goto(path.replace(':id', id)));
      await expect(page).toHaveURL(
        new RegExp(`^https?://[^/]+${path.replaceAll(/:\w+/g, '[^/]+')}([?#].*)?$`),
      );
      await expect(promised(page).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
}

const tags = { tag: ['@search', '@booking', '@account', '@shell'] };
test.setTimeout(120_000);

test('[LOOK-09] each screen shows a visitor what it is there for', tags, async ({ page }) =>
  expectScreens(page, ofVisitors),
);

test('[LOOK-09] each screen of a traveller shows what it is there for', tags, async ({ page }) => {
  const booking = await bookOverApi(validCard, isChangeable);
  await signIn(page, booking.accountInfo!, '/my-trips');
  await expect(page).toHaveURL(/^[^?]+\/my-trips$/);
  await expectScreens(page, ofTravellers(booking), booking.id);
});

test(
  '[LOOK-09] each screen of staff shows what it is there for, the preview of a brand included',
  tags,
  async ({ page }) => {
    const booking = await bookOverApi(validCard);
    await signIn(page, getAdministrator(), '/admin-settings');
    await expect(page).toHaveURL(/^[^?]+\/admin-settings$/);
    await expectScreens(page, ofStaff(booking), booking.id);
  },
);

test(
  '[REVIEW-04] nothing moves as staff sign in, and their screens have a navigation at the left, dense rows and no footer',
  tags,
  async ({ page }) => {
    const readShift = await trackLayoutShift(page);
    for (const [width, height] of [
      [375, 667],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.context().clearCookies();
      await page.setViewportSize({ width, height });
      await signIn(page, getAdministrator(), '/admin/staff');
      await expect(page.getByText('The last administrator stays.')).toBeVisible();
      await expect(page.getByText('Login successful').first()).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.getByText('Login successful')).toHaveCount(0);
      expect(await readShift()).toBeLessThan(0.01);
    }
    const navigation = page.getByRole('navigation', { name: 'Staff' });
    const links = await navigation.getByRole('list').boundingBox();
    const table = await page.getByRole('table').boundingBox();
    expect(links?.width).toBe(220);
    expect(links!.x + links!.width).toBeLessThan(table!.x);
    await page.goto('/admin/audit');
    const entry = page
      .getByRole('row')
      .filter({ hasText: 'Signed in' })
      .filter({ hasText: getAdministrator().username });
    await expect(entry.first()).toHaveCSS('height', '36px');
    for (const { path } of ofStaff({ lastName: '' } as ApiBooking).filter((each) => !each.path.includes(':')))
      await test.step(path, async () => {
        await page.goto(path);
        await expect(navigation.locator('[aria-current=page]')).toHaveAttribute('href', path);
        await expect(page.getByRole('contentinfo')).toHaveCount(0);
        await page.setViewportSize({ width: 320, height: 640 });
        await expect(navigation.getByRole('list')).toBeHidden();
        await page.getByRole('button', { name: 'Staff menu' }).press('Enter');
        await expect(navigation.locator('[aria-current=page]')).toBeVisible();
        await expectNoHorizontalScrollAt(page, 320, 375, 768, 1024, 1440);
      });
  },
);

test('[LOOK-09] no screen is missing in these tests', tags, async ({ page }) => {
  await page.goto('/');
  const data = await page.locator('#page-data').textContent();
  const { releases } = JSON.parse(data!) as { releases: Record<string, { routes: { path: string }[] }> };
  const ofRemotes = Object.values(releases).flatMap(({ routes }) => routes.map(({ path }) => path));
  const booking = { id: '', statusToken: '', lastName: '' } as ApiBooking;
  const shown = [...ofVisitors, ...ofTravellers(booking), ...ofStaff(booking)].map(({ path }) => path);
  expect(shown.toSorted()).toEqual([...ofRemotes, ...informationPaths].toSorted());
});
