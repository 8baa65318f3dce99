import { expect, type Locator, type Page } from '@playwright/test';

/** The brands in pictures: the default one, and one whose colours, corners, buttons and header differ. */
export const brands = ['default', 'sunhop'];

/** Before the dates of the samples. */
export const pictureDay = new Date('2026-11-26T12:00:00Z');

/** Compares the page, or the part of it that is given, with the picture of this name. */
export async function expectPicture(page: Page, name: string, part?: Locator): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  if (part) await expect.soft(part).toHaveScreenshot(`${name}.png`);
  else await expect.soft(page).toHaveScreenshot(`${name}.png`);
}
