import { cacheSettings } from '@fareline/tools/redis';
import { runProgram, startProgram, startRedis, stopAll } from './programs.ts';

/**
 * Stores forty cold return searches a minute with their first page and whole list for longer than the half hour of an offer,
 * in shortened time, in a Redis with the memory and the eviction policy of the product. The cache must stay below half of its
 * memory, and lose no offer and no day of the price calendar.
 */
const maxCacheMb = 128;

/** From the 36th minute on as many lists expire as are stored. */
const minutes = 36;
const speed = Number(process.env.SPEED ?? 20);

interface Simulation {
  searches: number;
  offersPerSearch: number;
  plannedSeconds: number;
  seconds: number;
  cachePeakBytes: number;
  durablePeakBytes: number;
  evictedKeys: number;
  offersRead: number;
  offersLost: number;
  pagesRead: number;
  pagesLost: number;
  daysRecorded: number;
  daysLost: number;
}

const toMb = (bytes: number) => bytes / 1024 / 1024;

try {
  const provider = await startProgram('sandbox/duffel/src/main.ts');
  const output = await runProgram('services/flights/src/testing/simulate-cold-searches.ts', {
    SPEED: String(speed),
    MINUTES: String(minutes),
    NODE_ENV: 'production',
    SITE_ORIGIN: 'http://localhost:3000',
    SERVICE_CREDENTIAL: 'a-credential-of-flights-for-benchmarks',
    ACCEPTED_CALLERS: `payments:${'0'.repeat(64)}`,
    TRUSTED_PROXIES: 'none',
    ACCOUNTS_URL: 'http://localhost:9',
    REDIS_URL: await startRedis('REDIS_URL', cacheSettings),
    JOBS_REDIS_URL: await startRedis('JOBS_REDIS_URL'),
    REDIS_PREFIX: `bench-${process.pid}`,
    DUFFEL_TOKEN_TEST: 'duffel_test_bench',
    DUFFEL_BASE_PATH: provider.url,
  });
  const result = JSON.parse(output) as Simulation;
  const cacheMb = toMb(result.cachePeakBytes);
  const isTooSlow = result.seconds > 1.1 * result.plannedSeconds;
  console.log(
    `${result.searches} searches of ${result.offersPerSearch} offers in ${minutes} min, ${speed} times as fast`,
  );
  console.log(`cache            at most ${cacheMb.toFixed(1)} MB of ${cacheSettings.maxMemory}`);
  console.log(`durable Redis    at most ${toMb(result.durablePeakBytes).toFixed(1)} MB`);
  console.log(`evicted keys     ${result.evictedKeys}`);
  console.log(`unexpired offers ${result.offersLost} lost of ${result.offersRead} read`);
  console.log(`cached pages     ${result.pagesLost} lost of ${result.pagesRead} read`);
  console.log(`calendar days    ${result.daysLost} lost of ${result.daysRecorded}`);
  if (isTooSlow)
    console.log(`took ${result.seconds.toFixed(0)} s: too slow for the rate, run it with a lower SPEED`);
  const lost = result.evictedKeys + result.offersLost + result.pagesLost + result.daysLost;
  if (isTooSlow || cacheMb > maxCacheMb || lost > 0) process.exitCode = 1;
} finally {
  await stopAll();
}
