import { postSearch, readProviderCalls, startFlights } from './flights.ts';
import { stopAll } from './programs.ts';
import { median, percentile } from './statistics.ts';

/** Sends 200 identical concurrent cold searches to three replicas and counts the searches at the provider, which must be one. */
const visitors = 200;
const providerMs = 300;

try {
  const { provider, replicas } = await startFlights(3, providerMs);
  const times = await Promise.all(
    Array.from({ length: visitors }, async (_, index) => {
      const started = performance.now();
      const response = await postSearch(replicas[index % replicas.length]?.url ?? '');
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a search returned ${response.status}`);
      return performance.now() - started;
    }),
  );
  // A batch search starts with one POST, followed by several GETs.
  const calls = (await readProviderCalls(provider)).filter(
    ({ method, path }) => method === 'POST' && /^\/air\/(batch_)?offer_requests/.test(path),
  ).length;
  console.log(`${visitors} searches over ${replicas.length} replicas, provider takes ${providerMs} ms`);
  console.log(`searches started ${calls}`);
  console.log(
    `time             median ${median(times).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  if (calls !== 1) process.exitCode = 1;
} finally {
  await stopAll();
}
