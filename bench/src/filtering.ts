import { join } from 'node:path';
import { runBundler } from '@fareline/tools/bundler';
import { baseConfig } from '@fareline/tools/webpack';
import { launchChromium } from './browser.ts';
import { generateOffers } from './generated-offers.ts';
import { releaseProduct, startEdgeWithReleases } from './front-end/releases.ts';
import { createTemporaryFolder, stopAll } from './programs.ts';
import { measureChanges, measureInteractionWhileLoading } from './result-list/result-list.ts';
import { median, percentile } from './statistics.ts';

/**
 * Duration of filtering and sorting 2,000 offers in a browser with the processor slowed down four times: of the computation alone, and
 * of a change in the released results page until it is painted, compared with a list of 30. URL measures a running product instead.
 */
const count = 2000;
const slowdown = 4;
const frameMs = 16;
const rounds = 10;
const pageRounds = Number(process.env.ROUNDS ?? 5);
const shortList = 30;
const maxRatio = 2;
const maxInteractionMs = 200;

const app = join(import.meta.dirname, '../../apps/search-mfe/src');
const modules = [
  join(app, 'offers/itineraries.ts'),
  join(app, 'results/filter-itineraries.ts'),
  join(app, 'results/sort-itineraries.ts'),
];
// Only the types are imported: programs do not depend on each other, and these modules are bundled for the browser.
type GroupModule = typeof import('../../apps/search-mfe/src/offers/itineraries.ts');
type FilterModule = typeof import('../../apps/search-mfe/src/results/filter-itineraries.ts');
type SortModule = typeof import('../../apps/search-mfe/src/results/sort-itineraries.ts');
type Filters = Parameters<FilterModule['filterItineraries']>[1];
type SortOrder = Parameters<SortModule['sortItineraries']>[1];

/** The filters that a visitor sets one after another: none, one, some, many. */
const none: Filters = {
  stops: [],
  airlines: [],
  departure: [],
  arrival: [],
  times: {},
  via: [],
  avoid: [],
  originAirports: [],
  destinationAirports: [],
  refundable: false,
  baggage: false,
  lowEmissions: false,
};
const changes: Filters[] = [
  none,
  { ...none, stops: ['0', '1'] },
  { ...none, airlines: ['BA', 'AF', 'LH'], departure: ['morning', 'evening'] },
  { ...none, price: [300, 1800], stops: ['1', '2+'], arrival: ['afternoon'], refundable: true },
];
const orders: SortOrder[] = ['price-asc', 'price-desc', 'duration', 'departure', 'co2', 'best'];

/** Builds a script that assigns the exports of the modules to `window.app`. Returns its path. */
async function buildScript(): Promise<string> {
  const folder = await createTemporaryFolder('filtering');
  const config = baseConfig('filtering', { dir: folder });
  const source = modules.map((path) => `export * from ${JSON.stringify(path)};`).join('');
  await runBundler({
    ...config,
    entry: `data:text/javascript,${source}`,
    output: { path: folder, filename: 'filtering.js', library: { name: 'app', type: 'window' } },
  });
  return join(folder, 'filtering.js');
}

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.addScriptTag({ path: await buildScript() });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times = await page.evaluate(
    ({ offers, changes, orders, rounds }) => {
      const { groupItineraries, filterItineraries, getSortBaseline, sortItineraries } = (
        window as unknown as { app: GroupModule & FilterModule & SortModule }
      ).app;
      const itineraries = groupItineraries(offers);
      const taken: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const order of orders) {
          for (const filters of changes) {
            const withBag = round % 2 === 1;
            const started = performance.now();
            sortItineraries(
              filterItineraries(itineraries, filters, { withBag, medianEmissions: null }),
              order,
              getSortBaseline(itineraries, withBag, null),
            );
            taken.push(performance.now() - started);
          }
        }
      }
      return taken;
    },
    { offers: generateOffers(count), changes, orders, rounds },
  );
  console.log(`${count} offers, ${times.length} changes, processor ${slowdown} times slower`);
  console.log(`first     ${times[0]?.toFixed(1)} ms (reads every offer for the first time)`);
  console.log(
    `change    median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );
  if (median(times) > frameMs) process.exitCode = 1;

  const url = process.env.URL ?? (await startEdgeWithReleases(await releaseProduct()));
  const painted: Record<number, number[]> = { [shortList]: [], [count]: [] };
  const interactions: number[] = [];
  for (let round = 0; round < pageRounds; round += 1) {
    // Alternates the order, so that neither list is always measured first.
    for (const size of round % 2 === 0 ? [shortList, count] : [count, shortList])
      painted[size]?.push(...(await measureChanges(browser, url, size, slowdown)));
    interactions.push(await measureInteractionWhileLoading(browser, url, count, slowdown));
  }
  const [short, long] = [shortList, count].map((size) => painted[size] ?? []);
  const ratio = median(long!) / median(short!);
  for (const [size, list] of [
    [shortList, short!],
    [count, long!],
  ] as const)
    console.log(
      `painted   ${size} offers: median ${median(list).toFixed(0)} ms, p95 ${percentile(list, 0.95).toFixed(0)} ms`,
    );
  console.log(`ratio     ${ratio.toFixed(2)} (at most ${maxRatio})`);
  console.log(
    `loading   longest interaction, median of ${pageRounds} visits: ${median(interactions).toFixed(0)} ms (at most ${maxInteractionMs} ms)`,
  );
  if (ratio > maxRatio || median(interactions) > maxInteractionMs) process.exitCode = 1;
} finally {
  await browser.close();
  await stopAll();
}
