import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { postSearch, searchBody, startFlights } from './flights.ts';
import { stopAll } from './programs.ts';
import type { LoadOptions } from './load-worker.ts';

/**
 * 500 different cold searches in bursts, over more than one window of the provider's budget, while visitors read a cached one:
 * how many calls does the provider see in any window, and do the visitors notice?
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
        else reject(new Error(`a cached search was answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end(searchBody);
  });
  return performance.now() - started;
}

/** The cached search at a steady pace until told to stop, whatever the answers take. */
async function measureCachedSearches(urls: string[], until: () => boolean): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let turn = 0; !until(); turn += 1) {
    times.push(measureSearch(urls[turn % urls.length] ?? ''));
    await sleep(requestEveryMs);
  }
  return Promise.all(times);
}

/** The most calls within one window, wherever it begins. */
function countMaxInWindow(moments: number[]): number {
  const sorted = moments.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((most, moment, last) => {
    while (moment - (sorted[first] ?? 0) >= windowMs) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Infinity;

try {
  const env = { PROVIDER_BUDGET_PER_MINUTE: String(budget) };
  const { provider, replicas } = await startFlights(replicaCount, 100, env);
  provider.lowerPriority();
  const urls = replicas.map(({ url }) => url);
  // Each replica has served the cached page before anything is measured.
  for (const url of urls) await postSearch(url);
  const measureBaseline = (ms: number) => {
    const end = Date.now() + ms;
    return measureCachedSearches(urls, () => Date.now() > end);
  };
  await measureBaseline(2_000);
  const before = await measureBaseline(baselineMs);
  let isOver = false;
  const [statuses, during] = await Promise.all([
    runLoad(urls).finally(() => (isOver = true)),
    measureCachedSearches(urls, () => isOver),
  ]);
  // Calm on both sides of the storm, so that a machine that grows busier is not taken for the storm.
  const calm = [...before, ...(await measureBaseline(baselineMs))];
  const ledger = (await (await fetch(`${provider.url}/_sandbox/ledger`)).json()) as {
    requests: { at: string; path: string }[];
  };
  const moments = ledger.requests
    .filter(({ path }) => path.startsWith('/air/'))
    .map(({ at }) => Date.parse(at));
  const most = countMaxInWindow(moments);
  const count = (status: number) => statuses.filter((given) => given === status).length;
  const times = p99(during) / p99(calm);
  console.log(
    `${searches} different cold searches over ${replicaCount} replicas: ${count(200)} answered, ${count(503)} told when to come back`,
  );
  console.log(`provider calls   ${moments.length}, at most ${most} in any 60 s (budget ${budget})`);
  console.log(
    `cached p99       calm ${p99(calm).toFixed(1)} ms, meanwhile ${p99(during).toFixed(1)} ms: ` +
      `${times.toFixed(2)} times (at most ${maxLatencyRatio}), ${calm.length} and ${during.length} searches`,
  );
  if (most > budget || times > maxLatencyRatio || count(200) + count(503) !== searches) process.exitCode = 1;
} finally {
  agent.destroy();
  await loadWorker.terminate();
  await stopAll();
}
