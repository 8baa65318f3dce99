import { knownFonts } from '@fareline/contracts/schemas';
import { expect, type Page } from '@playwright/test';
import { expectResults, openHome, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

const search = searchUrl({ origin: 'LON', destination: 'NYC', departureInDays: 140, returnInDays: 150 });

const screens: Record<string, (page: Page) => Promise<unknown>> = {
  home: openHome,
  results: (page) => page.goto(search).then(() => expectResults(page)),
  'sign-in': (page) => page.goto('/login'),
};

/** The space between words of each element with text, in em, and what it says. */
const measureSpaces = () => {
  const context = document.createElement('canvas').getContext('2d')!;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: { space: number; text: string }[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent!.trim();
    const element = walker.currentNode.parentElement!;
    if (!/\S \S/.test(text) || element.closest('script, style, noscript') || !element.checkVisibility())
      continue;
    const { fontStyle, fontWeight, fontSize, fontFamily, wordSpacing, letterSpacing } =
      getComputedStyle(element);
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const extra = [wordSpacing, letterSpacing].map((value) => Number.parseFloat(value) || 0);
    const width = context.measureText('a a').width - context.measureText('aa').width + extra[0]! + extra[1]!;
    found.push({ space: width / Number.parseFloat(fontSize), text });
  }
  return found;
};

test.describe('look', { tag: '@search' }, () => {
  for (const [name, open] of Object.entries(screens))
    test(`[LOOK-04] words are at least 0.22 em apart in every text of ${name}, in each font of a brand`, async ({
      page,
    }) => {
      await open(page);
      for (const font of knownFonts) {
        await page.evaluate((family) => {
          const stack = `"${family} Variable", "${family}", sans-serif`;
          document.documentElement.style.setProperty('--font-sans', stack);
          return document.fonts.ready.then(() => undefined);
        }, font);
        const spaces = await page.evaluate(measureSpaces);
        expect(spaces.length).toBeGreaterThan(5);
        expect(spaces.filter(({ space }) => space < 0.22)).toEqual([]);
      }
    });

  test('[LOOK-08] the page is dark where the device asks for it, also while it is open, and light on paper', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(search);
    await expectResults(page);
    const read = () =>
      page.evaluate(() => ({
        ground: getComputedStyle(document.documentElement).backgroundColor,
        text: getComputedStyle(document.body).color,
        card: getComputedStyle(document.querySelector('article')!).backgroundColor,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }));
    const dark = { ground: 'rgb(15, 22, 21)', card: 'rgb(23, 33, 32)', scheme: 'dark' };
    const light = { ground: 'rgb(251, 250, 247)', text: 'rgb(14, 27, 26)', scheme: 'light' };
    expect(await read()).toMatchObject(dark);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await read()).toMatchObject(light);
    await page.emulateMedia({ colorScheme: 'light', media: null });
    await expect.poll(read).toMatchObject(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Colours change within a moment.
    await expect.poll(read).toMatchObject(dark);
  });
});
