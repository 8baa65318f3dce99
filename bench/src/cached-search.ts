import { get } from 'node:http';
import { readCpuSeconds } from './cpu-time.ts';
import { createSearchBody, postSearch, searchBody, searchPath, startEdge, startFlights } from './flights.ts';
import { runClosedLoop } from './load-generator.ts';
import { startProgram, stopAll, type Program } from './programs.ts';
import { median, percentile } from './statistics.ts';

/**
 * Compares a cached search with a minimal Node server that sends the same bytes, in alternating rounds of one run. Only the
 * ratios are checked, because absolute figures depend on the machine.
 */
const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 5);
const connections = 50;

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

/** Minimum ratio of the request rate to the baseline, and maximum ratio of the p99. */
const sides = {
  flights: { name: 'flights directly', minRate: 0.65, maxP99: 3 },
  edge: { name: 'through the edge', minRate: 0.45, maxP99: 3 },
  different: { name: `${differentSearches.length} different searches`, minRate: 0.6, maxP99: 3 },
} as const;
type Side = keyof typeof sides;

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
  for (const search of differentSearches)
    if (!(await postSearch(flights.url, search)).ok) throw new Error('a search failed');
  const measurements = {
    bare: () => measure([bare], [searchBody]),
    flights: () => measure([flights], [searchBody]),
    edge: () => measure([edge, flights], [searchBody]),
    different: () => measure([edge, flights], differentSearches),
  };
  const results: Record<Side | 'bare', Figures[]> = { bare: [], flights: [], edge: [], different: [] };
  // The first round warms up the JIT compiler and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const side of Object.keys(results) as (Side | 'bare')[]) {
      const figures = await measurements[side]();
      if (round > 0) results[side].push(figures);
    }
  const getMedians = (side: Side | 'bare'): Figures => {
    const all = results[side];
    return {
      rate: median(all.map(({ rate }) => rate)),
      p99: median(all.map(({ p99 }) => p99)),
      cpu: all[0]!.cpu.map((_, index) => median(all.map(({ cpu }) => cpu[index]!))),
      load: median(all.map(({ load }) => load)),
    };
  };
  const format = (name: string, { rate, p99, cpu, load }: Figures) =>
    `${name.padEnd(21)}${Math.round(rate)} req/s, p99 ${p99.toFixed(1)} ms, ` +
    `CPU ${cpu.map((time) => time.toFixed(0)).join(' + ')} µs per response, load generator ${Math.round(load * 100)} % busy`;
  const baseline = getMedians('bare');
  console.log(
    `page: ${bytes.length} bytes (br), ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  );
  console.log(format('bare node http', baseline));
  for (const side of Object.keys(sides) as Side[]) {
    const { name, minRate, maxP99 } = sides[side];
    const figures = getMedians(side);
    const [rateRatio, p99Ratio] = [figures.rate / baseline.rate, figures.p99 / baseline.p99];
    // With a core for each process, the busiest one limits the rate.
    const cpuRatio = baseline.cpu[0]! / Math.max(...figures.cpu);
    console.log(format(name, figures));
    console.log(
      `${''.padEnd(21)}rate ${rateRatio.toFixed(2)} of bare (at least ${minRate}), p99 ${p99Ratio.toFixed(1)} times (at most ${maxP99}); ` +
        `by CPU time of the busiest process ${cpuRatio.toFixed(2)}`,
    );
    if (rateRatio < minRate || p99Ratio > maxP99) process.exitCode = 1;
  }
} finally {
  await stopAll();
}
