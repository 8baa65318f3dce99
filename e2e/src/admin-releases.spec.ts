import { expect } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './testing/accessibility.ts';
import { getAdministrator } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';
import { createWorkingCopy, readReleaseTable } from './testing/working-copy.ts';

test(
  'an administrator sees what visitors get of search and how often it fails, promotes a candidate and rolls back',
  { tag: ['@account', '@alone'] },
  async ({ page, browser, baseURL }, testInfo) => {
    test.setTimeout(240_000);
    const before = (await readReleaseTable()).search?.version ?? '';
    const copy = await createWorkingCopy(testInfo.outputPath('search-team'));
    await copy.replace('apps/search-mfe/src/home/hero.tsx', 'Find a cheap flight', 'Take me somewhere cheap');
    await copy.release('search', '--candidate', '--percent', '100');
    const candidate = (await readReleaseTable()).search?.candidate?.version ?? '';

    const visitor = await browser.newPage({ baseURL });
    const expectHome = async (button: string) => {
      const reported = visitor.waitForRequest('**/api/page-reports');
      await visitor.goto('/');
      await expect(visitor.getByRole('button', { name: button })).toBeVisible();
      await reported;
    };
    await expectHome('Take me somewhere cheap');

    await signIn(page, getAdministrator(), '/admin/releases');
    const search = page.getByRole('region', { name: 'search' });
    await expect(search).toContainText(`Current: ${before} for all others`);
    await expect(search).toContainText(`Candidate: ${candidate} for 100 % of visitors`);
    const row = search.getByRole('row').filter({ hasText: candidate }).first();
    // An edge tells every few seconds what it has counted, and the screen asks as often.
    await expect(row).toContainText(/\d+ views?, 0 with an error \(0\.0\s%\)/, { timeout: 30_000 });
    await search.getByText('History').click();
    await expect(search.getByText(`Made the candidate, or its audience changed ${candidate}`)).toBeVisible();
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }

    await search.getByRole('button', { name: 'Promote the candidate' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(`All visitors get search ${candidate} in place of ${before}.`);
    await dialog.getByRole('button', { name: 'Promote' }).click();
    await expect(search).toContainText(`Current: ${candidate} for all visitors`);
    await expectHome('Take me somewhere cheap');

    await search.getByRole('button', { name: `Roll back to ${before}` }).click();
    await dialog.getByLabel('Reason').fill('Visitors look for the old words');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await expect(search).toContainText(`Current: ${before} for all visitors`);
    const rollback = `Rolled back to ${before} from ${candidate}`;
    await expect(search.getByText(rollback)).toContainText(/Visitors look for the old words$/);
    await expectHome('Find a cheap flight');
    expect((await readReleaseTable()).search?.version).toBe(before);
    await visitor.close();
  },
);
