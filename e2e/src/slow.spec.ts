import { expect, type Page } from '@playwright/test';
import { getCardNumber, openPayment } from './testing/booking.ts';
import { holdRequests } from './testing/hold-requests.ts';
import { openHome } from './testing/search.ts';
import { registerUser, signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const failures = /did not load|could not be loaded/;
/** The visible note, which is also said in a live region. */
const findNote = (page: Page) =>
  page.locator('p').filter({ hasText: /^This takes longer than usual/, visible: true });

async function expectSlow(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await expect(findNote(page).first()).toBeVisible();
  // Longer than the limits of the libraries that load scripts.
  await page.clock.fastForward('10:00');
  await expect(findNote(page).first()).toBeVisible();
  await expect(page.getByText(failures)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
}

const cases: [what: string, path: string, files: string, title: RegExp][] = [
  ['remote', '/login', 'account/*/remoteEntry*', /Welcome Back/],
  ['screen', '/login', 'account/*/login.*.js', /Welcome Back/],
  ['style sheet', '/login', 'account/*/*.css', /Welcome Back/],
  ['loader of remotes', '/login', 'shell/*/federation*', /Welcome Back/],
  ['entry script', '/login', 'shell/*/main.*.js', /Welcome Back/],
  ['remote of prerendered markup', '/', 'search/*/remoteEntry*', /./],
];

for (const [what, path, files, title] of cases)
  test(
    `[CARE-05] a page whose ${what} is slow says so, and opens by itself`,
    { tag: '@shell' },
    async ({ page }) => {
      const release = await holdRequests(page, `**/releases/${files}`);
      await page.clock.install();
      const requested = page.waitForRequest(`**/releases/${files}`);
      // A script that is requested before the load event delays that event.
      await page.goto(path, { waitUntil: 'commit' });
      await requested;
      // What runs before it has begun to wait.
      if (what === 'entry script') await expect(page.locator('#slow-start')).toBeAttached();
      else await page.waitForFunction(() => Reflect.get(globalThis, 'farelineStarted'));
      await expectSlow(page);
      release();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.locator('#root [inert]')).toHaveCount(0);
      await expect(findNote(page)).toHaveCount(0);
    },
  );

test(
  '[CARE-05] a slow page after a link says so over the page before, and opens by itself',
  {
    tag: '@shell',
  },
  async ({ page }) => {
    const release = await holdRequests(page, '**/releases/account/*/remoteEntry*');
    await page.clock.install();
    await page.goto('/faq', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true');
    await expectSlow(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1, name: /Welcome Back/ })).toBeVisible();
    await expect(findNote(page)).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('[CARE-05] a slow menu says so below the header, and opens', { tag: '@shell' }, async ({ page }) => {
    await page.clock.install();
    await page.goto('/faq');
    const release = await holdRequests(page, /\.js/);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectSlow(page);
    const header = await page.getByRole('banner').boundingBox();
    const y = header!.y + header!.height;
    expect(await findNote(page).boundingBox()).toMatchObject({ x: 0, width: 375, y });
    release();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expect(findNote(page)).toHaveCount(0);
  });

  test(
    '[CARE-05] a slow calendar says so below its fields, and opens',
    { tag: '@search' },
    async ({ page }) => {
      await page.clock.install();
      await openHome(page);
      const release = await holdRequests(page, /\.js/);
      await page.getByRole('button', { name: /^Departure/ }).click();
      await expectSlow(page);
      release();
      await expect(page.locator('td[data-day] button').first()).toBeVisible();
      await expect(findNote(page)).toHaveCount(0);
    },
  );

  test('[CARE-05] a slow account says so, and comes by itself', { tag: '@account' }, async ({ page }) => {
    await signIn(page, await registerUser('10.251.0.9'), '/faq');
    await expect(page).toHaveURL('/faq');
    const release = await holdRequests(page, '**/api/auth/user');
    await page.clock.install();
    await page.goto('/account-settings');
    await expectSlow(page);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
    await expect(findNote(page)).toHaveCount(0);
  });

  test(
    '[CARE-05] our own card form that is slow says so, and comes by itself',
    { tag: '@booking' },
    async ({ page }) => {
      const release = await holdRequests(page, '**/api/payments/card-form*');
      await page.clock.install();
      await openPayment(page, 83);
      await expectSlow(page);
      release();
      await expect(getCardNumber(page, 'fields')).toBeVisible();
      await expect(findNote(page)).toHaveCount(0);
    },
  );
});
