import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const headingRules = ['heading-order', 'page-has-heading-one', 'empty-table-header'];

/** Expects no violation of WCAG 2.2 A and AA that axe detects, of any impact, and headings in order below one h1. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: Object.fromEntries(headingRules.map((rule) => [rule, { enabled: true }])) })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Expects that the page does not scroll horizontally. (WCAG 2.2, 1.4.10) */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(width);
}

/** Expects the page as it is to be accessible, on a phone and at 400 % zoom also without horizontal scrolling. */
export async function expectAccessibleAtAllWidths(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const width of [375, 320]) {
    // 1280 px at 400 % zoom are 320 px. (WCAG 2.2, 1.4.10)
    await page.setViewportSize({ width, height: 640 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
}
