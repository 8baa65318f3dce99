import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { openHome } from './testing/search.ts';
import { test } from './testing/test.ts';
import { getAdministrator } from './testing/product.ts';

const pages: [string, RegExp][] = [
  ['/', /.+/],
  ['/search?origin=MAD&destination=LHR&departureDate=2027-03-01', /flights found|No Flights Found/],
  ['/login', /Welcome Back/],
  ['/register', /Create Your Account/],
  ['/my-trips', /Please sign in/],
  ['/privacy-policy', /Privacy Policy/],
  ['/terms-of-service', /Terms of Service/],
  ['/cookie-policy', /Cookie Policy/],
  ['/cancellation-policy', /Cancellation Policy/],
  ['/about', /About/],
  ['/faq', /Questions/i],
  ['/contact', /Contact/],
  ['/expedia', /Brampton/],
  ['/no-such-page', /404 Page Not Found/],
];

for (const [path, text] of pages) {
  test(`[EDGE-02] ${path} opens by its URL without errors and is accessible`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByRole('heading').first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[HOME-01, BRAND-06] the home page is shown before any script runs, and its links work', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('form button[type=submit]')).toBeVisible();
    const { font, width } = await page.locator('h1').evaluate((heading) => ({
      font: getComputedStyle(heading).fontFamily,
      width: heading.getBoundingClientRect().width,
    }));
    expect(font).toContain('Plus Jakarta Sans');
    expect(width).toBeGreaterThan(100);
    const call = page
      .locator('#content')
      .getByRole('link', { name: /^Call / })
      .first();
    await call.focus();
    await expect(call).toBeFocused();
    await page.getByRole('link', { name: 'My Trips' }).click();
    await expect(page).toHaveURL(/\/my-trips$/);
  });
});

test('replacing the prerendered home page causes no layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openHome(page);
  await page.getByRole('tab', { name: 'One-way' }).click();
  await expect(page.getByRole('tab', { name: 'One-way' })).toHaveAttribute('aria-selected', 'true');
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

test('[AIRPORT-07] the list of airports is at most 15rem high and scrolls', async ({ page }) => {
  await openHome(page);
  await page.getByLabel('From').fill('lo');
  const list = page.getByRole('listbox', { name: 'Airports' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const { height, content } = await list.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    content: element.scrollHeight,
  }));
  expect(height).toBeLessThanOrEqual(240);
  expect(content).toBeGreaterThan(240);
});

test('[SECURITY-08, LOGIN-03, ADMIN-01, HEADER-09] the first administrator signs in with the printed password', async ({
  page,
}) => {
  const { username, password } = getAdministrator();
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/admin-settings');
  await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
});

test('[SECURITY-11, API-80] the administrator settings are denied to a visitor who is not signed in', async ({
  page,
}) => {
  await page.goto('/admin-settings');
  await expect(page.getByText('Access Denied').first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('replacing the prerendered home page keeps the scroll position', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/releases\/shell\/[^/]+\/main\..*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root form[inert]')).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 700));
  release();
  await expect(page.locator('#root [inert]')).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(700);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('a menu that fails to load shows an error below the header, which keeps its size', async ({
    page,
  }) => {
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const name = page.locator('.brand-mark__name');
    const before = await name.boundingBox();
    await page.route(/\.js/, (route) => route.abort());
    await page.getByRole('button', { name: 'Open menu' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('This could not be loaded.');
    expect(await name.boundingBox()).toEqual(before);
    const header = await page.locator('.header__row').boundingBox();
    expect(await alert.boundingBox()).toMatchObject({ x: 0, width: 375, y: header!.y + header!.height });
  });
});

test('[REGISTER-05] an invalid field keeps its error style on hover', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const lastName = page.getByLabel('Last name');
  await expect(lastName).toHaveAttribute('aria-invalid', 'true');
  const errorColour = await page
    .getByLabel('Username')
    .evaluate((field) => getComputedStyle(field).getPropertyValue('border-color'));
  await lastName.hover();
  await expect(lastName).toHaveCSS('border-color', errorColour);
});
