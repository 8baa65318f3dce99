import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { brands, expectPicture, getPictureName, pictureDay } from './testing/pictures.ts';
import { test } from './testing/test.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.data/gallery');
const origin = 'http://gallery.test';

/** Parts of screens have another layout on a phone; the other brand has pictures of three of them. */
const shots: { width: number; titles: RegExp; inBrands: string[]; scheme?: 'dark' }[] = [
  { width: 1024, titles: /^(components|widgets)--/, inBrands: brands },
  { width: 1440, titles: /^(search|booking|account)-/, inBrands: ['default'] },
  { width: 375, titles: /^(search|booking|account)-/, inBrands: ['default'] },
  { width: 375, titles: /^booking-(payment|seat-map--one|confirmation)/, inBrands: ['sunhop'] },
  { width: 1024, titles: /^components--(buttons|cards|fields|messages)/, inBrands: brands, scheme: 'dark' },
  { width: 375, titles: /^(booking|account|search-result)-/, inBrands: ['default'], scheme: 'dark' },
];

async function buildGallery(): Promise<string[]> {
  const config = 'libs/ui-theme/src/gallery';
  const script = ['tools/with-packages.mjs', config, 'node_modules/storybook/dist/bin/dispatcher.js'];
  const args = [...script, 'build', '--test', '--config-dir', config, '--output-dir', folder];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as { entries: object };
  return Object.keys(index.entries);
}

/** Shows a story without loading the page again. */
async function showStory(page: Page, storyId: string): Promise<void> {
  await page.evaluate((id) => {
    const { __STORYBOOK_PREVIEW__: preview } = window as unknown as {
      __STORYBOOK_PREVIEW__: { channel: { emit: (event: string, selection: object) => void } };
    };
    preview.channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
  }, storyId);
  await expect(page.locator(`[data-story="${storyId}"]`)).toBeVisible();
}

/** The style sheet that makes a page one of the brand, once the edge could ask for it: until then it serves the built-in one. */
async function readBrandStyle(page: Page, brand: string): Promise<string> {
  let html = '';
  const readPage = async () => (html = await (await page.request.get(`/faq?brand=${brand}`)).text());
  await expect.poll(readPage, { timeout: 30_000 }).toContain(`"brand":{"id":"${brand}"`);
  return /<style[^>]*>(:root\{--color-background.*?)<\/style>/s.exec(html)![1]!;
}

test.describe('gallery', () => {
  let stories: string[];
  test.beforeAll(async () => {
    // Bounds a hang: it may install the gallery's packages first.
    test.setTimeout(600_000);
    stories = await buildGallery();
  });

  for (const brand of brands)
    test(
      `[LOOK-03] [LOOK-07] [LOOK-08] the stories look like their pictures in the brand ${brand}`,
      { tag: ['@search', '@booking', '@account'] },
      async ({ page }) => {
        await page.clock.setFixedTime(pictureDay);
        await page.route(`${origin}/**`, (route) =>
          route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
        );
        const content = await readBrandStyle(page, brand);
        await page.goto(`${origin}/iframe.html?id=${stories[0]}&viewMode=story`);
        await page.addStyleTag({ content });
        for (const { width, titles, inBrands, scheme = 'light' } of shots) {
          if (!inBrands.includes(brand)) continue;
          await page.emulateMedia({ colorScheme: scheme });
          await page.setViewportSize({ width, height: 400 });
          for (const story of stories.filter((id) => titles.test(id))) {
            await showStory(page, story);
            const part = story.includes('--open-') ? undefined : page.locator('.gallery');
            await expectPicture(page, getPictureName(brand, width, scheme, story), part);
          }
        }
      },
    );
});
