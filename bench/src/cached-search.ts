import { request } from 'undici';
import { readCpuSeconds } from '@fareline/tools/cpu-seconds';
import { createSearchBody, postSearch, searchBody, searchPath, startFlights } from './flights.ts';
import { startGenerator, type Generator } from './load.ts';
import { startProgram, type Program } from './programs.ts';
import { compare, type Row } from './rows.ts';
import { median, percentile } from './statistics.ts';

const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 5);
const connections = 50;
/** A busier load generator would be the limit itself. */
const maxGeneratorLoad = 0.85;

/** No more than the provider's rate budget allows at once. */
const differentSearches = Array.from({ length: 20 }, (_, day) => createSearchBody(61 + day, 'JFK'));

/** The settings of a bare server that sends the stored page as flights does: compressed, with the same headers. */
async function readStoredPage(baseUrl: string): Promise<{ BYTES: string; HEADERS: string }> {
  const query = JSON.parse(searchBody) as Record<string, string>;
  const response = await request(baseUrl + searchPath, { query, headers: { 'accept-encoding': 'br' } });
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers;
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { BYTES: bytes.toString('base64'), HEADERS: JSON.stringify(headers) };
}

interface Figures {
  p99: number;
  /** CPU time per response of the busiest server, in microseconds. */
  cpu: number;
  /** CPU time of the load generator, as a share of one core. */
  load: number;
}

/** Measures the searches at the first of the servers; the CPU time of all of them is measured. */
async function measure(
  generate: Generator,
  servers: readonly Program[],
  bodies: readonly string[],
): Promise<Figures> {
  const readCpu = () => servers.map(({ pid }) => readCpuSeconds(pid));
  const cpuBefore = readCpu();
  const load = { url: servers[0]!.url, bodies, connections, seconds };
  const { times, sent, cpuShare } = await generate(load);
  const accepted = times[200] ?? [];
  if (accepted.length < sent) throw new Error(`${sent - accepted.length} of ${sent} searches failed`);
  return {
    p99: percentile(accepted, 0.99),
    cpu: Math.max(...readCpu().map((cpu, index) => ((cpu - cpuBefore[index]!) * 1e6) / accepted.length)),
    load: cpuShare,
  };
}

/**
 * What each side is compared with, the minimum ratio of the CPU time of its busiest process, and the maximum ratio of the p99. With a core
 * for each process the busiest one limits the rate; the measured rate also depends on how many cores they share.
 */
const sides = {
  flights: { name: 'flights', baseline: 'bare', minRatio: 0.3, maxP99: 4 },
  edge: { name: 'the edge', baseline: 'proxy', minRatio: 0.6, maxP99: 3 },
  different: {
    name: `the edge, ${differentSearches.length} searches`,
    baseline: 'proxy',
    minRatio: 0.6,
    maxP99: 3,
  },
} as const;
type Side = keyof typeof sides | 'bare' | 'proxy';

/**
 * Compares a cached search with a minimal Node server that sends the same bytes, and through the edge with a minimal Node proxy in
 * front of it, in alternating rounds.
 */
export async function measureCachedSearch(): Promise<Row[]> {
  const { edge, replicas } = await startFlights(1);
  const flights = replicas[0]!;
  for (const body of [searchBody, ...differentSearches])
    if (!(await postSearch(flights.url, body)).ok) throw new Error('a search failed');
  const bare = await startProgram('bench/src/bare-server.ts', await readStoredPage(flights.url));
  const proxy = await startProgram('bench/src/bare-server.ts', { TARGET: bare.url });
  const generate = await startGenerator();
  const measurements: Record<Side, () => Promise<Figures>> = {
    bare: () => measure(generate, [bare], [searchBody]),
    proxy: () => measure(generate, [proxy, bare], [searchBody]),
    flights: () => measure(generate, [flights], [searchBody]),
    edge: () => measure(generate, [edge, flights], [searchBody]),
    different: () => measure(generate, [edge, flights], differentSearches),
  };
  const results = new Map<string, Figures[]>();
  // The first round warms up the JIT compiler and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const [side, measureSide] of Object.entries(measurements)) {
      const figures = await measureSide();
      if (round > 0) results.set(side, [...(results.get(side) ?? []), figures]);
    }
  const getMedian = (side: Side, figure: keyof Figures): number =>
    median(results.get(side)!.map((figures) => figures[figure]));
  const rows = Object.entries(sides).flatMap(([key, { name, baseline, minRatio, maxP99 }]): Row[] => {
    const side = key as Side;
    const getBoth = (figure: keyof Figures) =>
      [getMedian(side, figure), getMedian(baseline, figure)] as const;
    const [cpu, baseCpu] = getBoth('cpu');
    return [
      compare(`CPU time of a bare one, to ${name}`, [baseCpu, cpu, 'µs'], { atLeast: minRatio }),
      compare(`p99 of ${name}, to a bare one`, [...getBoth('p99'), 'ms'], { atMost: maxP99 }),
    ];
  });
  const load = Math.max(...[...results.values()].flat().map((figures) => figures.load));
  return [...rows, { what: 'load generator, of a core', measured: load, atMost: maxGeneratorLoad }];
}
