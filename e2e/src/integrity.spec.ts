import { expect, type Page } from '@playwright/test';
import { openHome } from './testing/search.ts';
import { test } from './testing/test.ts';

/** Adds a byte to a released file on its way to the browser. */
const changeFile = (page: Page, file: RegExp) =>
  page.route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });

const failed = 'This part of the site did not load';

for (const [name, file, path, message] of [
  ['entry script', /\/releases\/shell\/[^/]+\/main\.[^/]+\.js/, '/', 'This page did not load.'],
  ['chunk of the shell', /\/releases\/shell\/[^/]+\/page-faq\.[^/]+\.js/, '/faq', failed],
  ['entry of a remote', /\/releases\/account\/[^/]+\/remoteEntry\.[^/]+\.js/, '/login', failed],
  ['chunk of a remote', /\/releases\/account\/[^/]+\/login\.[^/]+\.js/, '/login', failed],
  ['style sheet of a remote', /\/releases\/account\/[^/]+\/styles\.[^/]+\.css/, '/login', failed],
] as const)
  test(`[ROUTE-10] the browser refuses a changed ${name}`, { tag: '@shell' }, async ({ page }) => {
    await changeFile(page, file);
    await page.goto(path);
    await expect(page.getByText(message)).toBeVisible();
  });

test(
  'preloaded files are used, because preload and element have the same hash',
  { tag: '@shell' },
  async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => /integrity/i.test(message.text()) && warnings.push(message.text()));
    await openHome(page);
    await page.goto('/login');
    await expect(page.getByLabel('Username or email')).toBeVisible();
    expect(await page.locator('link[rel=preload][integrity]').count()).toBeGreaterThan(3);
    expect(warnings).toEqual([]);
  },
);
