import { get } from 'node:http';
import autocannon from 'autocannon';
import { postSearch, searchBody, startFlights } from './flights.ts';
import { startProgram, stopAll } from './programs.ts';

/**
 * A cached search against the least that Node can do with the same bytes: same machine, same run, taking turns. What counts
 * is the ratio; the figures are the machine's.
 */
const rounds = 3;
const seconds = Number(process.env.SECONDS ?? 5);

/** The body as it is on the wire, still compressed, with its headers. */
async function stored(baseUrl: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
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

async function measure(url: string): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({
    url: `${url}/api/flights/search`,
    method: 'POST',
    body: searchBody,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
    connections: 50,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  const { replicas } = await startFlights(1);
  const flights = replicas[0]?.url ?? '';
  if (!(await postSearch(flights)).ok) throw new Error('the first search failed');
  const { bytes, headers } = await stored(flights);
  const bare = await startProgram('bench/src/bare-server.ts', {
    BYTES: bytes.toString('base64'),
    HEADERS: JSON.stringify(headers),
  });
  const results: Record<'flights' | 'bare', { rate: number; p99: number }[]> = { flights: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await measure(bare.url));
    results.flights.push(await measure(flights));
  }
  const of = (name: 'flights' | 'bare') => ({
    rate: median(results[name].map(({ rate }) => rate)),
    p99: median(results[name].map(({ p99 }) => p99)),
  });
  const [ours, least] = [of('flights'), of('bare')];
  console.log(`page: ${bytes.length} bytes (br), 50 connections, ${rounds} rounds of ${seconds} s, medians`);
  console.log(`bare node http   ${Math.round(least.rate)} req/s, p99 ${least.p99} ms`);
  console.log(`cached search    ${Math.round(ours.rate)} req/s, p99 ${ours.p99} ms`);
  console.log(`ratio            ${(ours.rate / least.rate).toFixed(2)}`);
} finally {
  await stopAll();
}
