import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { postSearch, readProviderCalls, searchBody, startFlights } from './flights.ts';
import { stopAll } from './programs.ts';
import { percentile } from './statistics.ts';
import type { LoadOptions } from './load-worker.ts';

/**
 * Sends 500 different cold searches in bursts, over more than one window of the provider's rate budget, and measures the provider
 * calls in any window and the latency of a cached search meanwhile.
 */
const searches = 500;
const burst = 50;
const burstEveryMs = 8_000;
const budget = 60;
const windowMs = 60_000;
const baselineMs = 15_000;
const requestEveryMs = 10;
const maxLatencyRatio = 1.5;
const replicaCount = 2;

const loadWorker = new Worker(new URL('./load-worker.ts', import.meta.url));

async function runLoad(urls: string[]): Promise<number[]> {
  loadWorker.postMessage({ urls, searches, burst, burstEveryMs } satisfies LoadOptions);
  const [statuses] = (await once(loadWorker, 'message')) as [number[]];
  return statuses;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

async function measureSearch(url: string): Promise<number> {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
    request(`${url}/api/flights/search`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`a cached search returned ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end(searchBody);
  });
  return performance.now() - started;
}

/** Sends the cached search at a constant rate until `isDone` returns true, and returns the latencies in milliseconds. */
async function measureCachedSearches(urls: string[], isDone: () => boolean): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let count = 0; !isDone(); count += 1) {
    times.push(measureSearch(urls[count % urls.length] ?? ''));
    await sleep(requestEveryMs);
  }
  return Promise.all(times);
}

/** The maximum number of calls in any window. */
function countMaxInWindow(timestamps: number[]): number {
  const sorted = timestamps.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((max, timestamp, last) => {
    while (timestamp - (sorted[first] ?? 0) >= windowMs) first += 1;
    return Math.max(max, last - first + 1);
  }, 0);
}

const p99 = (times: number[]): number => percentile(times, 0.99);

try {
  const env = { PROVIDER_BUDGET_PER_MINUTE: String(budget) };
  const { provider, replicas } = await startFlights(replicaCount, 100, env);
  provider.lowerPriority();
  const urls = replicas.map(({ url }) => url);
  // Warms up each replica with the cached page.
  for (const url of urls) await postSearch(url);
  const measureBaseline = (ms: number) => {
    const end = Date.now() + ms;
    return measureCachedSearches(urls, () => Date.now() > end);
  };
  await measureBaseline(2_000);
  const before = await measureBaseline(baselineMs);
  let isLoadDone = false;
  const [statuses, during] = await Promise.all([
    runLoad(urls).finally(() => (isLoadDone = true)),
    measureCachedSearches(urls, () => isLoadDone),
  ]);
  // The baseline is measured before and after the load, so that a change of the machine does not count as its effect.
  const baseline = [...before, ...(await measureBaseline(baselineMs))];
  const timestamps = (await readProviderCalls(provider))
    .filter(({ path }) => path.startsWith('/air/'))
    .map(({ at }) => Date.parse(at));
  const maxCalls = countMaxInWindow(timestamps);
  const count = (status: number) => statuses.filter((received) => received === status).length;
  const ratio = p99(during) / p99(baseline);
  console.log(
    `${searches} different cold searches over ${replicaCount} replicas: ${count(200)} answered with 200, ${count(503)} with 503`,
  );
  console.log(`provider calls   ${timestamps.length}, at most ${maxCalls} in any 60 s (budget ${budget})`);
  console.log(
    `cached p99       baseline ${p99(baseline).toFixed(1)} ms, under load ${p99(during).toFixed(1)} ms: ` +
      `${ratio.toFixed(2)} times (at most ${maxLatencyRatio}), ${baseline.length} and ${during.length} searches`,
  );
  if (maxCalls > budget || ratio > maxLatencyRatio || count(200) + count(503) !== searches)
    process.exitCode = 1;
} finally {
  agent.destroy();
  await loadWorker.terminate();
  await stopAll();
}
