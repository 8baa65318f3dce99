import { expect } from '@playwright/test';
import { test } from './testing/test.ts';
import { readReleaseTable, createWorkingCopy } from './testing/working-copy.ts';

test('[ROUTE-01, EDGE-02] a changed search app is released and rolled back by one command each, without effect on other front ends', async ({
  page,
}, testInfo) => {
  test.setTimeout(180_000);
  const before = await readReleaseTable();
  const copy = await createWorkingCopy(testInfo.outputPath('search-team'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Find a cheap flight' })).toBeVisible();

  await copy.replace('apps/search-mfe/src/home/hero.tsx', 'Find a cheap flight', 'Take me somewhere cheap');
  await copy.release('search');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Take me somewhere cheap' })).toBeVisible();
  const released = await readReleaseTable();
  expect(released.search?.version).not.toBe(before.search?.version);
  for (const other of ['shell', 'booking', 'account']) expect(released[other]).toEqual(before[other]);

  await copy.release('search', '--rollback');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Find a cheap flight' })).toBeVisible();
  expect((await readReleaseTable()).search?.version).toBe(before.search?.version);
});

test('[ROUTE-10] without the booking app, home and search work, booking shows an error, and Retry loads it without a page reload', async ({
  page,
}, testInfo) => {
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
    await copy.release('booking');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/Flight offer not found|Error loading flight details/).first()).toBeVisible({
      timeout: 30_000,
    });
    expect(navigations).toEqual([]);
  } finally {
    await copy.release('booking');
  }
});
