import type { Page } from '@playwright/test';

/** A text that is only a price, time, code of an airport or flight, or a range of them. */
const untranslatable =
  /^\W*(([$€£][\d,.]+|\d{1,2}:\d{2}|(?!KLM|CVV|USD)[A-Z]{3}|[A-Z][A-Z\d]\d{2,4}|\([A-Z]{3}\))\W*)+$/;

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

/** The translated texts that are only prices, times or codes. */
export const findWronglyTranslated = (page: Page): Promise<string[]> =>
  page
    .locator('#root font font')
    .allTextContents()
    .then((texts) => texts.filter((text) => untranslatable.test(text)));
