import { get } from 'node:http';
import { readCpuSeconds } from './cpu-time.ts';
import { createSearchBody, postSearch, searchBody, searchPath, startEdge, startFlights } from './flights.ts';
import { runClosedLoop } from './load-generator.ts';
import { startProgram, stopAll, type Program } from './programs.ts';
import { median, percentile } from './statistics.ts';

/**
 * Compares a cached search with a minimal Node server that sends the same bytes, and through the edge with a minimal Node proxy in
 * front of it, in alternating rounds of one run. Only the ratios are checked, because absolute figures depend on the machine.
 */
const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 5);
const connections = 50;
/** A busier load generator would be the limit itself. */
const maxGeneratorLoad = 0.85;

/** No more than the provider's rate budget allows at once. */
const differentSearches = Array.from({ length: 20 }, (_, day) => createSearchBody(61 + day, 'JFK'));

/** Fetches the compressed response body and its headers. */
async function fetchStoredPage(baseUrl: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const query = new URLSearchParams(JSON.parse(searchBody) as Record<string, string>);
  return new Promise((resolve, reject) => {
    get(`${baseUrl}${searchPath}?${query}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).filter(
            ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
          ),
        );
        resolve({ bytes: Buffer.concat(chunks), headers: headers as Record<string, string> });
      });
    }).on('error', reject);
  });
}

interface Figures {
  rate: number;
  p99: number;
  /** CPU time per response of each server, in microseconds. */
  cpu: number[];
  /** CPU utilisation of the load generator, which is this process, as a share of one core. */
  load: number;
}

/** Measures the searches at the first of the servers; the CPU time of all of them is measured. */
async function measure(servers: readonly Program[], bodies: readonly string[]): Promise<Figures> {
  const readCpu = () => servers.map(({ pid }) => readCpuSeconds(pid) ?? NaN);
  const [cpuBefore, ownBefore, started] = [readCpu(), process.cpuUsage(), performance.now()];
  const { url } = servers[0]!;
  const result = await runClosedLoop({ url, path: searchPath, bodies }, connections, seconds);
  const { user, system } = process.cpuUsage(ownBefore);
  const { 200: times = [], ...failures } = result.times;
  const failed = result.unanswered + Object.values(failures).flat().length;
  if (failed > 0)
    throw new Error(`${failed} requests failed, with status ${Object.keys(failures).join(', ') || 'none'}`);
  return {
    rate: times.length / result.seconds,
    p99: percentile(times, 0.99),
    cpu: readCpu().map((cpu, index) => ((cpu - cpuBefore[index]!) * 1e6) / times.length),
    load: (user + system) / 1000 / (performance.now() - started),
  };
}

/**
 * What each side is compared with, the minimum ratio of the CPU time of its busiest process, and the maximum ratio of the p99. With a core
 * for each process the busiest one limits the rate; the measured rate also depends on how many cores they share.
 */
const sides = {
  flights: { name: 'flights directly', baseline: 'bare', minRatio: 0.3, maxP99: 4 },
  edge: { name: 'through the edge', baseline: 'proxy', minRatio: 0.6, maxP99: 3 },
  different: {
    name: `${differentSearches.length} different searches`,
    baseline: 'proxy',
    minRatio: 0.6,
    maxP99: 3,
  },
} as const;
const baselines = { bare: 'bare node http', proxy: 'bare proxy before it' } as const;
type Side = keyof typeof sides;
type Baseline = keyof typeof baselines;

try {
  const stack = await startFlights(1);
  const flights = stack.replicas[0]!;
  const edge = await startEdge(stack);
  if (!(await postSearch(flights.url)).ok) throw new Error('the first search failed');
  const { bytes, headers } = await fetchStoredPage(flights.url);
  const bare = await startProgram('bench/src/bare-server.ts', {
    BYTES: bytes.toString('base64'),
    HEADERS: JSON.stringify(headers),
  });
  const proxy = await startProgram('bench/src/bare-proxy.ts', { TARGET: bare.url });
  for (const search of differentSearches)
    if (!(await postSearch(flights.url, search)).ok) throw new Error('a search failed');
  const measurements = {
    bare: () => measure([bare], [searchBody]),
    proxy: () => measure([proxy, bare], [searchBody]),
    flights: () => measure([flights], [searchBody]),
    edge: () => measure([edge, flights], [searchBody]),
    different: () => measure([edge, flights], differentSearches),
  };
  const results: Record<Side | Baseline, Figures[]> = {
    bare: [],
    proxy: [],
    flights: [],
    edge: [],
    different: [],
  };
  // The first round warms up the JIT compiler and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const side of Object.keys(results) as (Side | Baseline)[]) {
      const figures = await measurements[side]();
      if (round > 0) results[side].push(figures);
    }
  const getMedians = (side: Side | Baseline): Figures => {
    const all = results[side];
    return {
      rate: median(all.map(({ rate }) => rate)),
      p99: median(all.map(({ p99 }) => p99)),
      cpu: all[0]!.cpu.map((_, index) => median(all.map(({ cpu }) => cpu[index]!))),
      load: median(all.map(({ load }) => load)),
    };
  };
  const format = (name: string, { rate, p99, cpu, load }: Figures) =>
    `${name.padEnd(22)}${Math.round(rate)} req/s, p99 ${p99.toFixed(1)} ms, ` +
    `CPU ${cpu.map((time) => time.toFixed(0)).join(' + ')} µs per response, load generator ${Math.round(load * 100)} % busy`;
  console.log(
    `page: ${bytes.length} bytes (br), ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  );
  for (const baseline of Object.keys(baselines) as Baseline[])
    console.log(format(baselines[baseline], getMedians(baseline)));
  for (const side of Object.keys(sides) as Side[]) {
    const { name, baseline: baselineName, minRatio, maxP99 } = sides[side];
    const [figures, baseline] = [getMedians(side), getMedians(baselineName)];
    const p99Ratio = figures.p99 / baseline.p99;
    const cpuRatio = Math.max(...baseline.cpu) / Math.max(...figures.cpu);
    console.log(format(name, figures));
    console.log(
      `${''.padEnd(22)}by CPU time of the busiest process ${cpuRatio.toFixed(2)} of ${baselines[baselineName]} (at least ${minRatio}), ` +
        `rate ${(figures.rate / baseline.rate).toFixed(2)}, p99 ${p99Ratio.toFixed(1)} times (at most ${maxP99})`,
    );
    if (cpuRatio < minRatio || p99Ratio > maxP99) process.exitCode = 1;
  }
  if (
    Object.values(results)
      .flat()
      .some(({ load }) => load > maxGeneratorLoad)
  )
    throw new Error('The load generator was busy enough to be the limit.');
} finally {
  await stopAll();
}
