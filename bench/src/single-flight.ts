import { postSearch, readProviderCalls, startFlights } from './flights.ts';
import type { Row } from './rows.ts';

const visitors = 200;
const providerMs = 300;

/** Sends identical concurrent cold searches to three replicas and counts the searches at the provider. */
export async function measureSingleFlight(): Promise<Row[]> {
  const { provider, replicas } = await startFlights(3, { DUFFEL_SANDBOX_LATENCY_MS: String(providerMs) });
  await Promise.all(
    Array.from({ length: visitors }, async (_, index) => {
      const response = await postSearch(replicas[index % replicas.length]!.url);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a search returned ${response.status}`);
    }),
  );
  // A batch search starts with one POST, followed by several GETs.
  const calls = (await readProviderCalls(provider)).filter(
    ({ method, path }) => method === 'POST' && /^\/air\/(batch_)?offer_requests/.test(path),
  ).length;
  const what = `searches at the provider for ${visitors} identical ones at ${replicas.length} replicas`;
  return [{ what, measured: calls, atMost: 1 }];
}
