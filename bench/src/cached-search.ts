import { get } from 'node:http';
import autocannon from 'autocannon';
import { postSearch, searchBody, createSearchBody, startEdge, startFlights } from './flights.ts';
import { startProgram, stopAll } from './programs.ts';
import { median } from './statistics.ts';

/**
 * Compares a cached search with a minimal Node server that sends the same bytes, in alternating rounds of one run. Only the
 * ratios are checked, because absolute figures depend on the machine.
 */
const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 5);

/** No more than the provider's rate budget allows at once. */
const differentSearches = Array.from({ length: 20 }, (_, day) => createSearchBody(61 + day, 'JFK'));

/** Fetches the compressed response body and its headers. */
async function fetchStoredPage(baseUrl: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const query = new URLSearchParams(JSON.parse(searchBody) as Record<string, string>);
  return new Promise((resolve, reject) => {
    get(`${baseUrl}/api/flights/search?${query}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
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
  /** CPU utilisation of the load generator, which is this process, as a share of one core. */
  load: number;
}

/** Each connection repeats all searches in order, starting at a different one. */
async function measure(url: string, bodies: readonly string[]): Promise<Figures> {
  let connections = 0;
  const [before, started] = [process.cpuUsage(), performance.now()];
  const result = await autocannon({
    url: `${url}/api/flights/search`,
    connections: 50,
    duration: seconds,
    setupClient(client) {
      const first = connections++ % bodies.length;
      client.setRequests(
        [...bodies.slice(first), ...bodies.slice(0, first)].map((body) => ({
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
        })),
      );
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { user, system } = process.cpuUsage(before);
  const load = (user + system) / 1000 / (performance.now() - started);
  return { rate: result.requests.average, p99: result.latency.p99, load };
}

/** Minimum ratio of the request rate to the baseline, and maximum ratio of the p99. */
const limits = { flights: { minRate: 0.65, maxP99: 3 }, edge: { minRate: 0.45, maxP99: 3 } };

try {
  const stack = await startFlights(1);
  const flights = stack.replicas[0]?.url ?? '';
  const edge = await startEdge(stack);
  if (!(await postSearch(flights)).ok) throw new Error('the first search failed');
  const { bytes, headers } = await fetchStoredPage(flights);
  const bare = await startProgram('bench/src/bare-server.ts', {
    BYTES: bytes.toString('base64'),
    HEADERS: JSON.stringify(headers),
  });
  for (const search of differentSearches)
    if (!(await postSearch(flights, search)).ok) throw new Error('a search failed');
  const sides = {
    bare: () => measure(bare.url, [searchBody]),
    flights: () => measure(flights, [searchBody]),
    edge: () => measure(edge.url, [searchBody]),
    different: () => measure(edge.url, differentSearches),
  };
  type Name = keyof typeof sides;
  const results: Record<Name, Figures[]> = { bare: [], flights: [], edge: [], different: [] };
  // The first round warms up the JIT compiler and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const name of Object.keys(sides) as Name[]) {
      const figures = await sides[name]();
      if (round > 0) results[name].push(figures);
    }
  const getMedians = (name: Name): Figures => ({
    rate: median(results[name].map(({ rate }) => rate)),
    p99: median(results[name].map(({ p99 }) => p99)),
    load: median(results[name].map(({ load }) => load)),
  });
  const formatLoad = (load: number) => `load generator ${Math.round(load * 100)} % busy`;
  const baseline = getMedians('bare');
  console.log(`page: ${bytes.length} bytes (br), 50 connections, ${rounds} rounds of ${seconds} s, medians`);
  console.log(
    `bare node http     ${Math.round(baseline.rate)} req/s, p99 ${baseline.p99} ms; ${formatLoad(baseline.load)}`,
  );
  for (const name of ['flights', 'edge'] as const) {
    const { rate, p99, load } = getMedians(name);
    const [rateRatio, p99Ratio, limit] = [rate / baseline.rate, p99 / baseline.p99, limits[name]];
    console.log(
      `${name === 'edge' ? 'through the edge' : 'flights directly'}   ${Math.round(rate)} req/s, p99 ${p99} ms: ` +
        `ratio ${rateRatio.toFixed(2)} (at least ${limit.minRate}), p99 ${p99Ratio.toFixed(1)} times (at most ${limit.maxP99}); ${formatLoad(load)}`,
    );
    if (rateRatio < limit.minRate || p99Ratio > limit.maxP99) process.exitCode = 1;
  }
  const { rate, p99, load } = getMedians('different');
  console.log(
    `${differentSearches.length} different searches through the edge: ${Math.round(rate)} req/s, p99 ${p99} ms: ` +
      `ratio ${(rate / baseline.rate).toFixed(2)}, p99 ${(p99 / baseline.p99).toFixed(1)} times; ${formatLoad(load)}`,
  );
} finally {
  await stopAll();
}
