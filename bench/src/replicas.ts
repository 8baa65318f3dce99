import { Redis } from 'ioredis';
import { readCpuSeconds } from './cpu-time.ts';
import {
  createSearchBody,
  postSearch,
  readProviderCalls,
  searchBody,
  startFlights,
  type FlightsStack,
} from './flights.ts';
import { runOpenLoop } from './load.ts';
import type { Program } from './programs.ts';
import type { Row } from './rows.ts';
import { median } from './statistics.ts';

const counts = [1, 2, 4] as const;
/** The first one warms up the JIT compiler and does not count. */
const rounds = 5;
/** Of cached searches at each replica: replicas are added so that each has as much to do as before. */
const pace = { rate: 250, connections: 8 };
const cachedSeconds = 6;

const destinations = ['JFK', 'BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG'];
/** As many send the same search at once, at different replicas where there are several. */
const clientsPerSearch = 4;
/** So that no search waits for the budget or is run without early results. */
const budget = 6_000;
const providerMs = 100;

interface Figures {
  /** CPU time of all replicas for 1,000 searches, in seconds. */
  cachedCpu: number;
  coldCpu: number;
  providerCalls: number;
  /** Memory of the cache for a search, in kB. */
  cacheKb: number;
}

const readCpu = (replicas: readonly Program[]): number =>
  replicas.reduce((sum, { pid }) => sum + readCpuSeconds(pid), 0);

/** Sends cached searches at the same rate to each replica of a stack. */
async function measureCached({ replicas }: FlightsStack): Promise<number> {
  const before = readCpu(replicas);
  const results = await Promise.all(
    replicas.map(({ url }) =>
      runOpenLoop({ url, bodies: [searchBody] }, pace, AbortSignal.timeout(cachedSeconds * 1000)),
    ),
  );
  const sent = results.reduce((sum, result) => sum + result.sent, 0);
  const accepted = results.reduce((sum, { times }) => sum + (times[200] ?? []).length, 0);
  if (accepted < sent) throw new Error(`${sent - accepted} of ${sent} cached searches failed`);
  return ((readCpu(replicas) - before) * 1000) / sent;
}

const countProviderCalls = async ({ provider }: FlightsStack): Promise<number> =>
  (await readProviderCalls(provider)).filter(({ path }) => path.startsWith('/air/')).length;

/** The memory that the stored values take, in bytes. */
async function readCacheBytes({ cacheUrl }: FlightsStack): Promise<number> {
  const redis = new Redis(cacheUrl);
  const info = await redis.info('memory');
  redis.disconnect();
  return Number(/used_memory_dataset:(\d+)/.exec(info)![1]);
}

/** Runs each of the searches of a round once, for several clients at once. */
async function measureCold(stack: FlightsStack, round: number): Promise<Omit<Figures, 'cachedCpu'>> {
  const { replicas } = stack;
  const [cpu, bytes, calls] = [
    readCpu(replicas),
    await readCacheBytes(stack),
    await countProviderCalls(stack),
  ];
  for (const [index, destination] of destinations.entries())
    await Promise.all(
      Array.from({ length: clientsPerSearch }, async (_, client) => {
        const { url } = replicas[(index + client) % replicas.length]!;
        const response = await postSearch(url, createSearchBody(90 + round, destination));
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`a cold search returned ${response.status}`);
      }),
    );
  return {
    coldCpu: ((readCpu(replicas) - cpu) * 1000) / destinations.length,
    providerCalls: (await countProviderCalls(stack)) - calls,
    cacheKb: ((await readCacheBytes(stack)) - bytes) / destinations.length / 1024,
  };
}

/**
 * Compares one replica of flights with several: what a search costs must not depend on how many there are. By CPU time, because all
 * replicas share the cores of one machine here, and at the same time, so that other programs of the machine slow down all sides.
 */
export async function measureReplicas(): Promise<Row[]> {
  const stacks = new Map<number, FlightsStack>();
  for (const count of counts) {
    const stack = await startFlights(count, providerMs, { PROVIDER_BUDGET_PER_MINUTE: String(budget) });
    stacks.set(count, stack);
    for (const { url } of stack.replicas) if (!(await postSearch(url)).ok) throw new Error('a search failed');
  }
  const results = new Map<number, Figures[]>(counts.map((count) => [count, []]));
  for (let round = 0; round <= rounds; round++) {
    const cached = await Promise.all(
      counts.map(async (count) => [count, await measureCached(stacks.get(count)!)] as const),
    );
    for (const [count, cachedCpu] of cached) {
      const figures = { cachedCpu, ...(await measureCold(stacks.get(count)!, round)) };
      if (round > 0) results.get(count)!.push(figures);
    }
  }
  const getMedian = (count: number, figure: keyof Figures) =>
    median(results.get(count)!.map((figures) => figures[figure]));
  const compareWithOne = (what: string, figure: keyof Figures, unit: string, atMost: number): Row[] =>
    counts.slice(1).map((count) => ({
      what: `${what} at ${count} replicas, to one`,
      measured: median(
        results.get(count)!.map((figures, round) => figures[figure] / results.get(1)![round]![figure]),
      ),
      atMost,
      figures: `${getMedian(count, figure).toFixed(2)} / ${getMedian(1, figure).toFixed(2)} ${unit}`,
    }));
  const searches = `${destinations.length} cold searches`;
  return [
    ...compareWithOne('CPU time of 1,000 cached searches', 'cachedCpu', 's', 1.15),
    ...compareWithOne(`provider calls of ${searches}`, 'providerCalls', 'calls', 1),
    { what: 'CPU seconds of 1,000 cached searches at one', measured: getMedian(1, 'cachedCpu') },
    { what: 'CPU seconds of 1,000 cold searches at one', measured: getMedian(1, 'coldCpu') },
    { what: 'kB of the cache for a search', measured: getMedian(1, 'cacheKb') },
  ];
}
