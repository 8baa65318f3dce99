import { expect } from '@playwright/test';
import { test } from './testing/test.ts';
import { createWorkingCopy, readReleaseTable } from './testing/working-copy.ts';

test(
  '[ROUTE-10] without the booking app, home and search work, booking shows an error, and Retry loads it without a page reload',
  { tag: ['@shell', '@booking', '@alone'] },
  async ({ page }, testInfo) => {
    test.setTimeout(120_000);
    const copy = await createWorkingCopy(testInfo.outputPath('booking-team'));
    await copy.release('booking', '--remove');
    try {
      await page.goto('/booking?offer=off_1&adults=1');
      await expect(page.getByText('This part of the site did not load')).toBeVisible({ timeout: 20_000 });
      await page.getByRole('link', { name: 'Fareline home' }).click();
      await expect(page.getByRole('button', { name: 'Search flights' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 20_000 });
      const navigations: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
      await copy.release('booking', '--rollback');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText(/Flight offer not found|Error loading flight details/).first()).toBeVisible(
        {
          timeout: 30_000,
        },
      );
      expect(navigations).toEqual([]);
    } finally {
      const { booking } = await readReleaseTable();
      if (booking?.version === 'removed') await copy.release('booking', '--rollback');
    }
  },
);
