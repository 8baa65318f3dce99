import { expect } from '@playwright/test';
import { expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';
import { getProductSetting, getAdministrator } from './testing/product.ts';

/** The URL of a page on the host of the sample brand, which resolves to this machine. */
const sunhopUrl = (path: string) => {
  const url = new URL(path, getProductSetting('E2E_URL'));
  url.hostname = 'sunhop.localhost';
  return url.href;
};

test('[HOST-01, HOST-02] search and sign-in work on the host of a brand', async ({ page }) => {
  await page.goto(sunhopUrl(searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 41 })));
  await expect(page).toHaveTitle(/Sunhop/);
  await expectResults(page);

  const { username, password } = getAdministrator();
  await page.goto(sunhopUrl('/login'));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(sunhopUrl('/'));
  await page.goto(sunhopUrl('/admin-settings'));
  await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
});
