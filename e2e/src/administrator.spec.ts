import { getSystemMode } from '@fareline/contracts';
import { expect } from '@playwright/test';
import { switchMode } from './testing/mode.ts';
import { getAdministrator, getProductSetting } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

test(
  '[ADMIN-02, MODE-01, HOST-05] an administrator edits a brand, which its host shows, and switches the mode there and back',
  { tag: ['@account', '@shell', '@alone', '@smoke'] },
  async ({ page, browser }) => {
    const headline = `To the sun ${Date.now()}`;
    await signIn(page, getAdministrator(), '/admin/brands');
    await page.getByLabel('Brand', { exact: true }).selectOption('sunhop');
    await page.getByLabel('Headline', { exact: true }).fill(headline);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(headline);
    await page.getByRole('button', { name: 'Save brand' }).click();
    await expect(page.getByText('Brand saved').first()).toBeVisible();

    for (const [badge, mode] of [
      ['LIVE (sandbox)', 'live'],
      ['TEST', 'test'],
    ] as const) {
      await switchMode(browser, badge);
      await expect
        .poll(async () => (await page.request.get(getSystemMode.path)).json())
        .toMatchObject({ mode });
    }

    const url = new URL(getProductSetting('E2E_URL'));
    url.hostname = 'sunhop.localhost';
    // The edge asks for a brand every ten seconds.
    await expect(async () => {
      await page.goto(url.href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline, { timeout: 2000 });
    }).toPass();
  },
);
