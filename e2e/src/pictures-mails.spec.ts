import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { expectPicture, getPictureName } from './testing/pictures.ts';
import { test } from './testing/test.ts';

const root = resolve(import.meta.dirname, '../..');
const origin = 'http://mails.test';

const shots = [
  { brand: 'default', mail: 'booking-confirmed-to-a-guest', width: 640 },
  { brand: 'default', mail: 'booking-confirmed-to-a-guest', width: 375 },
  { brand: 'default', mail: 'booking-confirmed', width: 640, colorScheme: 'dark' },
  { brand: 'default', mail: 'booking-pending', width: 640 },
  { brand: 'default', mail: 'booking-cancelled', width: 640 },
  { brand: 'default', mail: 'trip-code', width: 375 },
  { brand: 'default', mail: 'guest-account', width: 640 },
  { brand: 'default', mail: 'password-reset', width: 375 },
  { brand: 'sunhop', mail: 'booking-confirmed', width: 640 },
  { brand: 'sunhop', mail: 'flights-changed-by-the-airline', width: 375 },
] as const;

test(
  '[LOOK-03] mails look like their pictures, and nothing in them is wider than a phone',
  { tag: '@account' },
  async ({ page }) => {
    await promisify(execFile)(process.execPath, [join(root, 'tools/src/mails/mails.ts')], { cwd: root });
    await page.route(`${origin}/**`, (route) =>
      route.fulfill({ path: join(root, '.data/mails', new URL(route.request().url()).pathname) }),
    );
    for (const { brand, mail, width, ...media } of shots) {
      const { colorScheme } = { colorScheme: 'light' as const, ...media };
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 400 });
      await page.goto(`${origin}/${brand}--${mail}.html`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectPicture(
        page,
        getPictureName(`mail-${brand}`, width, colorScheme, mail),
        page.locator('body'),
      );
    }
  },
);
