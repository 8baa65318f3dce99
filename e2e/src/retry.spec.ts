import { expect, type Route } from '@playwright/test';
import { test } from './testing/test.ts';

const failure = 'This part of the site did not load';
const search = '/search?origin=MAD&destination=LHR&departureDate=2027-03-01';

const abort = (route: Route) => route.abort();
const respondNotFound = (route: Route) => route.fulfill({ status: 404, body: '' });
const respondBroken = (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' });

const cases: [what: string, path: string, files: string, handle: (route: Route) => unknown, title: RegExp][] =
  [
    ['every script of the account app is blocked', '/login', 'account/**', abort, /Welcome Back/],
    ['every script of the search app is blocked', search, 'search/**', abort, /flights/i],
    ['the account app’s files are missing', '/login', 'account/**', respondNotFound, /Welcome Back/],
    ['the account app’s entry is broken', '/login', 'account/*/remoteEntry*', respondBroken, /Welcome Back/],
    ['the federation runtime is blocked', '/login', 'shell/*/federation*', abort, /Welcome Back/],
  ];

for (const [what, path, files, handle, title] of cases)
  test(
    `[ROUTE-10] Retry recovers without a page reload when ${what}`,
    {
      tag: handle === abort && path === '/login' && files === 'account/**' ? ['@shell', '@smoke'] : '@shell',
    },
    async ({ page }) => {
      await page.route(`**/releases/${files}`, handle);
      await page.goto(path);
      await expect(page.getByText(failure)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const navigations: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(failure)).toHaveCount(0);
      const remote = path === '/login' ? 'account' : 'search';
      const hasStyleSheet = () =>
        page.evaluate(
          (name) =>
            [...document.styleSheets].some(({ href }) => href?.match(`/releases/${name}/[^/]+/styles\\.`)),
          remote,
        );
      expect(await hasStyleSheet()).toBe(true);
      expect(navigations).toEqual([]);
    },
  );

test(
  '[ROUTE-10] the account app, prefetched before a Retry of the search app, opens after it',
  { tag: '@shell' },
  async ({ page }) => {
    const prefetch = page.waitForResponse(/account\/.*\/remoteEntry/);
    await page.route('**/releases/search/**', abort);
    await page.goto(search);
    await expect(page.getByText(failure)).toBeVisible();
    await (await prefetch).finished();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /flights/i })).toBeVisible();
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: /Welcome Back/ })).toBeVisible();
  },
);
