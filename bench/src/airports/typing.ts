import type { Page } from '@playwright/test';
import { launchChromium } from '../browser.ts';
import { releaseProduct, startPages } from '../front-end/releases.ts';
import { stopAll } from '../programs.ts';
import { collectLongTasks, type LongTask } from './in-page.ts';

/** Other programs make tasks long too; what is long in every round is the page's. */
const rounds = 3;
/** Between two letters of somebody who types fast. */
const pauseMs = 80;
const typed = ['london', 'são paulo', 'a', 'international', 'san francisco', 'nyc', 'nowhere'];

export interface TypingResult {
  letters: number;
  /** From the first use of the field until its list is there and open. */
  loading: LongTask[];
  /** While it is typed in, in each round. */
  typing: LongTask[][];
}

async function typeInField(page: Page): Promise<TypingResult> {
  const longSince = async (start: number) =>
    (await page.evaluate(collectLongTasks)).filter(({ startTime }) => startTime >= start);
  const now = () => page.evaluate(() => performance.now());

  const focused = await now();
  const field = page.getByRole('combobox', { name: 'From' });
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  const loading = await longSince(focused);

  const typing: LongTask[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = await now();
    for (const text of typed) {
      await page.keyboard.type(text, { delay: pauseMs });
      for (let taken = 0; taken < text.length; taken += 1)
        await page.keyboard.press('Backspace', { delay: pauseMs });
    }
    typing.push(await longSince(begun));
  }
  return { letters: typed.join('').length * 2, loading, typing };
}

async function measurePage(page: Page, url: URL, slowdown: number): Promise<TypingResult> {
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(url.href);
  await page.locator('#root:not(:has([inert]))').getByRole('combobox', { name: 'From' }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const measured = await typeInField(page);
  await page.close();
  return measured;
}

/** Types in the airport field of the released home page, in Chromium on a processor slowed down by each of these factors in turn. */
export async function measureTyping(slowDowns: readonly number[]): Promise<TypingResult[]> {
  try {
    const url = new URL(await startPages(await releaseProduct()));
    // The site's own name: another one is another site to the page server.
    url.hostname = 'localhost';
    const browser = await launchChromium();
    try {
      const all: TypingResult[] = [];
      for (const slowDown of slowDowns) all.push(await measurePage(await browser.newPage(), url, slowDown));
      return all;
    } finally {
      await browser.close();
    }
  } finally {
    await stopAll();
  }
}
