import { getAdminSettings, saveBrand } from '@fareline/contracts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { getAdministrator, getProductSetting, restart } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const getSite = () => new URL(getProductSetting('E2E_URL'));
const getAdministration = () => Object.assign(getSite(), { hostname: 'admin.localhost' }).origin;

/** Gives the administration an origin of its own, or takes it away. */
async function setAdministration(origin: string): Promise<void> {
  for (const name of ['accounts', 'payments', 'edge']) await restart(name, { ADMIN_ORIGIN: origin });
}

/** What a script in the page gets of an endpoint: its status, or that the browser or the service refused. */
const attack = (page: Page, url: string, init: { method?: string; mode?: 'no-cors'; body?: string } = {}) =>
  page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, { credentials: 'include', ...options });
        return response.status;
      } catch {
        return 'refused';
      }
    },
    [url, init] as const,
  );

test.describe('with an administration of its own', () => {
  test.beforeAll(() => setAdministration(getAdministration()));
  test.afterAll(() => setAdministration(''));

  test(
    '[GUARD-04, GUARD-10] staff work there, and a release on a brand’s host cannot act as them',
    { tag: ['@account', '@shell', '@alone'] },
    async ({ page }) => {
      const [site, administration] = [getSite(), getAdministration()];
      await page.goto(`${administration}/`);
      await expect(page).toHaveURL(`${administration}/admin/bookings`);
      await page.getByRole('link', { name: 'Sign in' }).first().click();
      await signIn(page, getAdministrator());
      await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Brands' }).click();
      await expect(page.getByLabel('Headline', { exact: true })).toBeVisible();
      const { releases } = JSON.parse((await page.locator('#page-data').textContent())!) as {
        releases: object;
      };
      expect(Object.keys(releases).toSorted()).toEqual(['account', 'shell']);

      // The same browser opens the site, where another front end's release was tampered with and no policy holds its scripts back.
      const visit = await page.context().newPage();
      await visit.route(site.href, async (route) => {
        const response = await route.fetch();
        const { 'content-security-policy': _policy, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await visit.goto(site.href);
      await expect(visit.getByRole('button', { name: 'Search' }).first()).toBeVisible();
      const read = getAdminSettings.path;
      const write = saveBrand.path.replace(':brand', 'default');
      expect(await attack(visit, read)).toBe(404);
      expect(await attack(visit, administration + read)).toBe('refused');
      expect(await attack(visit, administration + read, { mode: 'no-cors' })).toBe('refused');
      expect(await attack(visit, administration + write, { method: 'PUT', body: '{}' })).toBe('refused');
      // It is sent, and answered with a refusal that the script cannot read.
      const signOut = `${administration}/api/auth/logout`;
      expect(await attack(visit, signOut, { method: 'POST', mode: 'no-cors', body: '{}' })).toBe('refused');
      await page.reload();
      await expect(page.getByLabel('Headline', { exact: true })).toBeVisible();
      const shown = await visit.goto('/admin/brands');
      expect(shown?.status()).toBe(404);
      await visit.close();

      // On a brand's host an administrator is a traveller, with a link to where their screens are.
      const other = await page.context().newPage();
      await signIn(other, getAdministrator(), '/account-settings');
      await expect(other.getByRole('link', { name: 'Administrator settings' })).toHaveAttribute(
        'href',
        `${administration}/admin-settings`,
      );
      expect(await attack(other, read)).toBe(404);
      await other.getByRole('link', { name: 'Administrator settings' }).click();
      await expect(other.getByRole('switch', { name: 'Live Mode' })).toBeVisible();
      await expect(other).toHaveURL(`${administration}/admin-settings`);
      await page.getByRole('link', { name: 'Home' }).first().click();
      await expect(page).toHaveURL(`${administration}/admin/bookings`);
    },
  );
});
