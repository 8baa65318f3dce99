import { launchChromium } from './browser.ts';
import { generateOffers } from './generated-offers.ts';
import { serveSources } from './source-server.ts';

/** Duration of filtering and sorting 2,000 offers in a browser with the processor slowed down four times. */
const count = 2000;
const slowdown = 4;
const frameMs = 16;
const rounds = 10;

const paths = {
  filters: '/apps/search-mfe/src/filters/apply-filters.ts',
  order: '/apps/search-mfe/src/results/sort-offers.ts',
};
/** The filters that a visitor sets one after another: none, one, some, many. */
const none = { stops: [], airlines: [], departure: [], arrival: [], refundable: false, baggage: false };
const changes = [
  none,
  { ...none, stops: ['0', '1'] },
  { ...none, airlines: ['BA', 'AF', 'LH'], departure: ['morning', 'evening'] },
  { ...none, price: [300, 1800], stops: ['1', '2+'], arrival: ['afternoon'], refundable: true },
];
const orders = ['price-asc', 'price-desc', 'duration', 'best'];

const browser = await launchChromium();
const { url, server } = await serveSources();
try {
  const page = await browser.newPage();
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times = await page.evaluate(
    async ({ offers, paths, changes, orders, rounds }) => {
      type Offers = typeof offers;
      const { applyFilters } = (await import(paths.filters)) as {
        applyFilters: (offers: Offers, filters: object, withBag: boolean) => Offers;
      };
      const { getSortBaseline, sortOffers } = (await import(paths.order)) as {
        getSortBaseline: (offers: Offers, withBag: boolean, shortest: null) => object;
        sortOffers: (offers: Offers, order: string, baseline: object) => Offers;
      };
      const taken: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const order of orders) {
          for (const filters of changes) {
            const withBag = round % 2 === 1;
            const started = performance.now();
            sortOffers(applyFilters(offers, filters, withBag), order, getSortBaseline(offers, withBag, null));
            taken.push(performance.now() - started);
          }
        }
      }
      return taken;
    },
    { offers: generateOffers(count), paths, changes, orders, rounds },
  );
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
  console.log(`${count} offers, ${times.length} changes, processor ${slowdown} times slower`);
  console.log(`first     ${times[0]?.toFixed(1)} ms (reads every offer for the first time)`);
  console.log(`change    median ${percentile(0.5).toFixed(1)} ms, p95 ${percentile(0.95).toFixed(1)} ms`);
  if (percentile(0.5) > frameMs) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
