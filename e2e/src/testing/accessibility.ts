import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const headingRules = ['heading-order', 'page-has-heading-one', 'empty-table-header'];

/**
 * Expects no violation of WCAG 2.2 A and AA that axe detects, of any impact, and headings in order below one h1; on a dark screen those
 * of contrast, which is all that differs there. (LOOK-08)
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Text that is fading in has less contrast, and another width may start to fade in late.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showColors(page, 'dark');
  await expectNoViolation(page, (builder) => builder.withRules('color-contrast'));
  await showColors(page, 'light');
  await expectNoViolation(page, (builder) =>
    builder
      .options({
        rules: Object.fromEntries(headingRules.map((rule) => [rule, { enabled: true }])),
        // Only violations are read; describing every element that passes takes longer than finding them.
        resultTypes: ['violations'],
      })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  );
}

/** Resolves when the last element has the colours: one that is inherited changes an element further in with each frame. */
async function showColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
}

async function expectNoViolation(page: Page, select: (builder: AxeBuilder) => AxeBuilder): Promise<void> {
  // The pages have no frames of other origins; only for those is a second page needed.
  const { violations } = await select(new AxeBuilder({ page })).setLegacyMode().analyze();
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

/** Expects no horizontal scrolling at each of the widths, the last of which stays. */
export async function expectNoHorizontalScrollAt(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
  }
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
