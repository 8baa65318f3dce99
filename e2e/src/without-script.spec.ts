import { expect } from '@playwright/test';
import { test } from './testing/test.ts';

test.use({ javaScriptEnabled: false });

const brands = ['default', 'sunhop'];
const texts: [path: string, sentence: RegExp, atLeast: number][] = [
  ['/', /Search/, 1000],
  ['/faq', /refund/i, 3000],
  ['/privacy-policy', /January 1, 2024/, 1500],
  ['/terms-of-service', /January 1, 2024/, 1500],
  ['/cookie-policy', /January 1, 2024/, 700],
  ['/cancellation-policy', /24-hour free cancellation/, 2500],
  ['/about', /About/, 900],
  ['/contact', /Ask for a quote/, 900],
  ['/expedia', /Search flights yourself/, 900],
];

for (const brand of brands)
  test(
    `[CARE-06] a reader without script reads the pages of ${brand}, and what the others need`,
    { tag: '@shell' },
    async ({ page }) => {
      for (const [path, sentence, atLeast] of texts) {
        await page.goto(`${path}?brand=${brand}`);
        const main = page.getByRole('main');
        // The text of a noscript element too, which toContainText leaves out.
        const text = await main.innerText();
        expect(text, path).toMatch(sentence);
        expect(text.length, path).toBeGreaterThan(atLeast);
      }
      for (const path of ['/search', '/login', '/register', '/my-trips']) {
        await page.goto(`${path}?brand=${brand}`);
        expect(await page.locator('body').innerText(), path).toMatch(
          /This page needs JavaScript: please allow it in your browser, and load the page again\. You can also call us on [+\d ]+\./,
        );
      }
    },
  );
