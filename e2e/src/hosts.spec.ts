import { expect } from '@playwright/test';
import { resultsShown, searchAddress } from './journey/search.ts';
import { test } from './journey/test.ts';
import { address, administrator } from './product.ts';

/** A page of the sample brand, on the host that it has on every machine. */
const onSunhop = (path: string) => {
  const url = new URL(path, address('E2E_URL'));
  url.hostname = 'sunhop.localhost';
  return url.href;
};

test('[HOST-01, HOST-02] a brand’s own host takes searches and signs in and out', async ({ page }) => {
  await page.goto(onSunhop(searchAddress({ origin: 'LHR', destination: 'JFK', departureInDays: 41 })));
  await expect(page).toHaveTitle(/Sunhop/);
  await resultsShown(page);

  const { username, password } = administrator();
  await page.goto(onSunhop('/login'));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(onSunhop('/'));
  await page.goto(onSunhop('/admin-settings'));
  await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
});
