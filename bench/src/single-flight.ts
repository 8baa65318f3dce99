import { postSearch, startFlights } from './flights.ts';
import { stopAll } from './programs.ts';

/** 200 identical cold searches at once over three replicas: how many searches does the provider see begin, and how long do they take? */
const visitors = 200;
const providerMs = 300;

try {
  const { provider, replicas } = await startFlights(3, providerMs);
  const times = await Promise.all(
    Array.from({ length: visitors }, async (_, index) => {
      const started = performance.now();
      const response = await postSearch(replicas[index % replicas.length]?.url ?? '');
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a search was answered ${response.status}`);
      return performance.now() - started;
    }),
  );
  const ledger = (await (await fetch(`${provider.url}/_sandbox/ledger`)).json()) as {
    requests: { method: string; path: string }[];
  };
  // A search in batches is begun by one call and read by several.
  const calls = ledger.requests.filter(
    ({ method, path }) => method === 'POST' && /^\/air\/(batch_)?offer_requests/.test(path),
  ).length;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  console.log(`${visitors} searches over ${replicas.length} replicas, provider takes ${providerMs} ms`);
  console.log(`searches begun   ${calls}`);
  console.log(`time             median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  if (calls !== 1) process.exitCode = 1;
} finally {
  await stopAll();
}
