import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSearchBody, postSearch, readProviderCalls, searchBody, startFlights } from './flights.ts';
import { startGenerator, type LoadResult } from './load.ts';
import { compare, type Row } from './rows.ts';
import { percentile } from './statistics.ts';

/** Bursts of different cold searches at each of two replicas, over more than one window of the provider's rate budget. */
const replicaCount = 2;
const searches = 500;
const burst = 25;
const burstEverySeconds = 8;
const budget = 60;
const windowMs = 60_000;
const baselineMs = 15_000;
/** Cached searches at each replica, per second. */
const cachedRate = 50;

const destinations = ['JFK', 'BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG'];
const createColdSearch = (index: number): string =>
  createSearchBody(90 + Math.floor(index / destinations.length), destinations[index % destinations.length]!);

/** The maximum number of calls in any window. */
function countMaxInWindow(timestamps: number[]): number {
  const sorted = timestamps.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((max, timestamp, last) => {
    while (timestamp - (sorted[first] ?? 0) >= windowMs) first += 1;
    return Math.max(max, last - first + 1);
  }, 0);
}

export async function measureColdSearches(): Promise<Row[]> {
  const { provider, replicas } = await startFlights(replicaCount, {
    ...{ DUFFEL_SANDBOX_LATENCY_MS: '100', PROVIDER_BUDGET_PER_MINUTE: String(budget) },
  });
  // In production it runs on other machines.
  setPriority(provider.pid, constants.priority.PRIORITY_LOW);
  const urls = replicas.map(({ url }) => url);
  for (const url of urls) await postSearch(url);

  const startGenerators = () => Promise.all(urls.map(startGenerator));
  const [forCached, forCold] = [await startGenerators(), await startGenerators()];

  /** The latencies of a cached search. */
  const measureCached = async (signal: AbortSignal): Promise<number[]> => {
    const load = { bodies: [searchBody], rate: cachedRate, connections: 20, seconds: 600 };
    const results = await Promise.all(urls.map((url, index) => forCached[index]!({ ...load, url }, signal)));
    const times = results.flatMap((result) => result.times[200] ?? []);
    if (times.length < results.reduce((sum, { sent }) => sum + sent, 0))
      throw new Error('a cached search failed');
    return times;
  };
  /** Sends each cold search once. */
  const sendColdSearches = async (): Promise<LoadResult[]> => {
    const bodies = Array.from({ length: searches }, (_, index) => createColdSearch(index));
    const bursts = Array.from({ length: searches / replicaCount / burst }, async (_, turn) => {
      await sleep(turn * burstEverySeconds * 1000);
      const sent = urls.map((url, index) => {
        const first = (turn * replicaCount + index) * burst;
        const load = { url, bodies: bodies.slice(first, first + burst), connections: burst, isBurst: true };
        return forCold[index]!(load);
      });
      return Promise.all(sent);
    });
    return (await Promise.all(bursts)).flat();
  };

  await measureCached(AbortSignal.timeout(2_000));
  const before = await measureCached(AbortSignal.timeout(baselineMs));
  const done = new AbortController();
  const loads = sendColdSearches().finally(() => done.abort());
  const [during, results] = await Promise.all([measureCached(done.signal), loads]);
  // Measured before and after the load, so that a change of the machine does not count as its effect.
  const calm = [...before, ...(await measureCached(AbortSignal.timeout(baselineMs)))];
  const timestamps = (await readProviderCalls(provider))
    .filter(({ path }) => path.startsWith('/air/'))
    .map(({ at }) => Date.parse(at));
  const count = (status: number) => results.reduce((sum, { times }) => sum + (times[status] ?? []).length, 0);
  const [p99, calmP99] = [percentile(during, 0.99), percentile(calm, 0.99)];
  return [
    { what: 'provider calls in any 60 s', measured: countMaxInWindow(timestamps), atMost: budget },
    {
      what: `of ${searches} different cold searches answered`,
      measured: (count(200) + count(503)) / searches,
      atLeast: 1,
      figures: `${count(200)} with 200, ${count(503)} with 503`,
    },
    compare('p99 of a cached search meanwhile, to without them', [p99, calmP99, 'ms'], { atMost: 1.5 }),
  ];
}
