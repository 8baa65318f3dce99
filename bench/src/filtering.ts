import { startTestProduct, type TestProduct } from '@fareline/tools/testing';
import type { Browser, Locator, Page } from '@playwright/test';
import { createResultsPath, getDate, launchChromium } from './browser.ts';
import { addStop } from './programs.ts';
import { compare, type Row } from './rows.ts';
import { median } from './statistics.ts';

const rounds = Number(process.env.ROUNDS ?? 10);
/** Simulates a phone or laptop that is several times slower than the machine. */
const slowDown = 4;
/** Time after a click in which all that follows it ends. */
const restMs = 1500;

interface ClickTimes {
  /** From the click to the first frame with what it changes. */
  painted: number[];
  /** From the click to the next frame, as Event Timing measures it. */
  interaction: number[];
}

declare global {
  interface Window {
    lastClick: { painted?: number; interaction?: number };
  }
}

/** Measures every click on the page: a filter change by the list that it leads to, any other click by the next frame. */
function observeClicks(): void {
  const readCards = () => document.querySelector('[aria-label=Flights]')?.textContent;
  const afterNextFrame = (callback: () => void) => requestAnimationFrame(() => setTimeout(callback));
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const click: Window['lastClick'] = (window.lastClick = {});
      const finish = () => (click.painted = performance.now() - timeStamp);
      if (!(target instanceof Element) || !target.closest('button')?.textContent?.startsWith('Apply'))
        return afterNextFrame(finish);
      const before = readCards();
      const observer = new MutationObserver(() => {
        if (readCards() === before) return;
        observer.disconnect();
        afterNextFrame(finish);
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'click') window.lastClick.interaction = duration;
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Clicks what is in sight, waits for rest, and adds the times of the click, without those of scrolling to it. */
async function click(page: Page, target: Locator, times: ClickTimes): Promise<void> {
  await page.bringToFront();
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(restMs);
  await target.click();
  await page.waitForFunction(() => window.lastClick.painted);
  await page.waitForTimeout(restMs);
  const { painted, interaction = 16 } = await page.evaluate(() => window.lastClick);
  times.painted.push(painted!);
  times.interaction.push(interaction);
}

/** Opens the results of a search whose number of offers is `count`. Returns a function that changes a filter once. */
async function openResults(browser: Browser, { product }: TestProduct, day: number, count: number) {
  const overridden = await fetch(`${product.duffelUrl}/_sandbox/results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ departure_date: getDate(day), count }),
  });
  if (!overridden.ok) throw new Error(`the sandbox answered ${overridden.status}`);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(product.url + createResultsPath('LON', 'NYC', day));
  // Shown once all offers are loaded.
  await page.getByText(/^\d+ fares$/).waitFor();
  await page.waitForTimeout(restMs);
  await page.evaluate(observeClicks);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const choice = page
    .getByRole('group', { name: 'Departure' })
    .getByRole('checkbox', { name: 'Morning', exact: true });
  const create = (): ClickTimes => ({ painted: [], interaction: [] });
  const times = { empty: create(), choice: create(), change: create() };
  const change = async () => {
    await click(page, page.getByRole('heading', { name: 'flights found' }), times.empty);
    await click(page, choice, times.choice);
    await click(page, page.getByRole('button', { name: 'Apply Filters' }), times.change);
  };
  return { change, times };
}

/** Changes a filter of a short and of a long list in turn, on a slowed-down page, beside clicks that change nothing. */
export async function measureFiltering(): Promise<Row[]> {
  const site = await startTestProduct({ nodeEnv: 'production', env: {} });
  addStop(() => site.product.stop());
  const browser = await launchChromium();
  const short = await openResults(browser, site, 60, 30);
  const long = await openResults(browser, site, 61, 2000);
  for (let round = 0; round < rounds; round += 1) for (const { change } of [short, long]) await change();
  const [paintedShort, paintedLong] = [median(short.times.change.painted), median(long.times.change.painted)];
  const all = [short.times, long.times];
  const empty = median(all.flatMap((times) => times.empty.painted));
  const changes = all.flatMap(({ choice, change }) => [...choice.interaction, ...change.interaction]);
  return [
    compare('filter change of 2,000 offers until painted, to 30', [paintedLong, paintedShort, 'ms'], {
      atMost: 1.5,
    }),
    compare('filter change of 30 offers until painted, to an empty click', [paintedShort, empty, 'ms'], {
      atMost: 15,
    }),
    compare('longest click at a filter, to an empty one', [Math.max(...changes), empty, 'ms'], {
      atMost: 10,
    }),
  ];
}
