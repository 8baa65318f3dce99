import type { Page } from '@playwright/test';
import { launchChromium } from '../browser.ts';
import { releaseProduct, startEdgeWithReleases } from '../front-end/releases.ts';
import { stopAll } from '../programs.ts';
import { collectLongTasks, type LongTask } from './in-page.ts';

/** Other programs can cause long tasks too; only those that occur in most rounds count. */
const rounds = 3;
/** Time between two keystrokes of a fast typist. */
const pauseMs = 80;
const typed = ['london', 'são paulo', 'a', 'international', 'san francisco', 'nyc', 'nowhere'];

export interface TypingResult {
  letters: number;
  /** Long tasks from the first focus of the field until its list is loaded and open. */
  loading: LongTask[];
  /** Long tasks while typing, per round. */
  typing: LongTask[][];
}

async function typeInField(page: Page): Promise<TypingResult> {
  const listLongTasksSince = async (start: number) =>
    (await page.evaluate(collectLongTasks)).filter(({ startTime }) => startTime >= start);
  const now = () => page.evaluate(() => performance.now());

  const focused = await now();
  const field = page.getByRole('combobox', { name: 'From' });
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  const loading = await listLongTasksSince(focused);

  const typing: LongTask[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = await now();
    for (const text of typed) {
      await page.keyboard.type(text, { delay: pauseMs });
      for (let deleted = 0; deleted < text.length; deleted += 1)
        await page.keyboard.press('Backspace', { delay: pauseMs });
    }
    typing.push(await listLongTasksSince(started));
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

/** Types in the airport field of the released home page in Chromium, with the processor slowed down by each factor in turn. */
export async function measureTyping(slowdowns: readonly number[]): Promise<TypingResult[]> {
  try {
    const url = new URL(await startEdgeWithReleases(await releaseProduct()));
    // The edge resolves the brand by host name.
    url.hostname = 'localhost';
    const browser = await launchChromium();
    try {
      const results: TypingResult[] = [];
      for (const slowDown of slowdowns)
        results.push(await measurePage(await browser.newPage(), url, slowDown));
      return results;
    } finally {
      await browser.close();
    }
  } finally {
    await stopAll();
  }
}
