import { expect, type Locator, type Page } from '@playwright/test';

/** The brands in pictures: the default one, and one whose colours, corners, buttons and header differ. */
export const brands = ['default', 'sunhop'];

/** Before the dates of the samples. */
export const pictureDay = new Date('2026-11-26T12:00:00Z');

export type Scheme = 'light' | 'dark';

/** The name of a picture of this width, in a window of this colour scheme. */
export const getPictureName = (brand: string, width: number, scheme: Scheme, subject: string): string =>
  [brand, width, ...(scheme === 'dark' ? [scheme] : []), subject].join('-');

/** Compares the page, or the part of it that is given, with the picture of this name. (LOOK-07) */
export async function expectPicture(page: Page, name: string, part?: Locator): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  if (part) await expect.soft(part).toHaveScreenshot(`${name}.png`);
  else await expect.soft(page).toHaveScreenshot(`${name}.png`);
}
