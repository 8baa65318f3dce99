import { expect, type Browser } from '@playwright/test';
import { getAdministrator } from './product.ts';
import { signIn } from './sign-in.ts';

/** Switches the mode on the screen of the administrator, which says so after it has loaded itself again. */
export async function switchMode(browser: Browser, badge: 'LIVE (sandbox)' | 'TEST'): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, getAdministrator(), '/admin-settings');
  page.on('dialog', (dialog) => void dialog.accept());
  const isReloaded = page.waitForEvent('load');
  await page.getByRole('switch', { name: 'Live Mode' }).click();
  await isReloaded;
  await expect(page.getByText(badge, { exact: true })).toBeVisible();
  await page.close();
}
