import type { Page } from '@playwright/test';

/** A price, a time, an airport in parentheses (no currency), a flight, or a booking reference. */
const untranslatable = new RegExp(
  [
    /\p{Sc}\s?\d/u,
    /\b[A-Z]{3}\u00A0\d/u,
    /\b\d{1,2}:\d\d\b/u,
    /\((?!USD)[A-Z]{3}\)/u,
    /\b(?:\d[A-Z]|[A-Z][A-Z\d])\d{2,4}\b/u,
    /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6}\b/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** Replaces the text nodes of all pages as the translators of browsers do: those that are there at once, others when they appear. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      do {
        const { currentNode } = texts;
        const isKept = currentNode.parentElement?.closest('font, script, style, textarea, [translate=no]');
        if (currentNode instanceof Text && currentNode.data.trim() && !isKept) found.push(currentNode);
      } while (texts.nextNode());
      for (const text of found) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const start = () => {
      translate(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) if (node.isConnected) translate(node);
        }
      }).observe(document.body, { childList: true, subtree: true });
    };
    document.addEventListener('DOMContentLoaded', start);
  });
}

/** The translated texts with a price, time or code. What is only announced to screen readers is plain text, and also on the screen. */
export const findWronglyTranslated = (page: Page): Promise<string[]> =>
  page
    .locator('body > :not([aria-live]) font font')
    .allTextContents()
    .then((texts) => texts.filter((text) => untranslatable.test(text)));
