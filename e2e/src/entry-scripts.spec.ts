import { expect } from '@playwright/test';
import { openHome } from './testing/search.ts';
import { test } from './testing/test.ts';

for (const script of ['main', 'vendor']) {
  const scriptUrl = new RegExp(`/releases/shell/[^/]+/${script}\\.[^/]+\\.js`);

  test(
    `the page loads when the request for its ${script} script fails once`,
    { tag: '@shell' },
    async ({ page }) => {
      let requests = 0;
      await page.route(scriptUrl, (route) => ((requests += 1) === 1 ? route.abort() : route.continue()));
      await openHome(page);
      await page.getByRole('tab', { name: 'One-way' }).click();
      await expect(page.getByRole('tab', { name: 'One-way' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('This page did not load.')).toHaveCount(0);
      expect(requests).toBe(2);
    },
  );
}

for (const [path, name] of [
  ['/', 'prerendered'],
  ['/login?brand=default', 'blank'],
] as const) {
  test(
    `a ${name} page whose scripts fail to load shows a message with the phone number, and Reload loads it`,
    { tag: '@shell' },
    async ({ page }) => {
      await page.route(/\/releases\/shell\/[^/]+\/(main|vendor)\..*\.js/, (route) => route.abort());
      await page.goto(path);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(
        /This page did not load\. Check your connection, or call \+?[\d ]+\./,
      );
      await expect(alert).toHaveCount(1);
      await page.unrouteAll();
      await alert.getByRole('link', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#root [inert]')).toHaveCount(0);
      await expect(alert).toHaveCount(0);
      expect(new URL(page.url()).search).toBe(new URL(path, page.url()).search);
    },
  );
}
