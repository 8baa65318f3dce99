import { expect } from '@playwright/test';
import { openHome } from './journey/search.ts';
import { test } from './journey/test.ts';

for (const script of ['main', 'vendor']) {
  const address = new RegExp(`/releases/shell/[^/]+/${script}\\.[^/]+\\.js`);

  test(`the page comes up though its ${script} script fails once`, async ({ page }) => {
    let asked = 0;
    await page.route(address, (route) => ((asked += 1) === 1 ? route.abort() : route.continue()));
    await openHome(page);
    await page.getByRole('tab', { name: 'One-way' }).click();
    await expect(page.getByRole('tab', { name: 'One-way' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('This page did not load.')).toHaveCount(0);
    expect(asked).toBe(2);
  });
}

for (const [path, name] of [
  ['/', 'drawn'],
  ['/faq?brand=default', 'blank'],
] as const) {
  test(`a ${name} page whose scripts do not come says so, with the phone number, and Reload brings it up`, async ({
    page,
  }) => {
    await page.route(/\/releases\/shell\/[^/]+\/(main|vendor)\..*\.js/, (route) => route.abort());
    await page.goto(path);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/This page did not load\. Check your connection, or call \+?[\d ]+\./);
    await expect(alert).toHaveCount(1);
    await page.unrouteAll();
    await alert.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#root [inert]')).toHaveCount(0);
    await expect(alert).toHaveCount(0);
    expect(new URL(page.url()).search).toBe(new URL(path, page.url()).search);
  });
}

test('[ROUTE-08] an address that cannot be decoded is the page that says that nothing is there', async ({
  page,
}) => {
  const answer = await page.goto('/%E0%A4%A');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
});
