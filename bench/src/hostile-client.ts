import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { register } from '@fareline/contracts';
import { createVisitor } from '@fareline/tools/visitor';
import type { AttackOptions } from './hostile-client/attack-worker.ts';
import {
  attacks,
  describeMissing,
  type AttackName,
  type Outcomes,
  type Target,
} from './hostile-client/attacks.ts';
import { book, findOffers, searchCached, searchCold, type Outcome } from './hostile-client/neighbour.ts';
import { createSearchBody } from './flights.ts';
import { startProduct } from './product.ts';
import { stopAll } from './programs.ts';
import { percentile } from './statistics.ts';

/**
 * One hostile client attacks the whole product at fixed rates; other clients search and book meanwhile and must not notice.
 * ATTACKS=searches,streams names the attacks, all together by default; EACH=1 runs one after another instead. With NETWORK=1 it has
 * all IP addresses of a /24 network.
 */
const maxP99Ratio = 2;
const calmMs = 12_000;
const attackMs = 30_000;
const cachedEveryMs = 10;
/**
 * Each attack begins a minute before once for a moment, from another network and with other searches: code that is new to a process is
 * several times slower, and a site has run for a while when it is attacked.
 */
const warmUpMs = 8_000;
const warmUpIpAddress = '198.51.100.66';
const warmUpFirstSearch = 2_000;
/** Searches and fresh offers may use up the rate budget of the next minute, which is another attack's when each runs alone. */
const budgetWindowMs = 60_000;

const allNames = Object.keys(attacks) as AttackName[];
const names = (process.env.ATTACKS?.split(',') ?? allNames) as AttackName[];
const unknownName = names.find((name) => !allNames.includes(name));
if (unknownName !== undefined) throw new Error(`${unknownName} is none of ${allNames.join(', ')}`);
const ipAddresses = process.env.NETWORK
  ? Array.from({ length: 254 }, (_, index) => `203.0.113.${index + 1}`)
  : ['203.0.113.66'];
const groups = process.env.EACH ? names.map((name) => [name]) : [names];

interface Visit {
  cached: Outcome[];
  cold: Outcome[];
  booking: Outcome;
}

/** Lets clients search and book until the time is over: two cold searches, and a booking between them. */
async function visit(url: string, search: string, offerId: string, ms: number): Promise<Visit> {
  const act = async () => {
    await sleep(ms / 6);
    const first = searchCold(url);
    await sleep(ms / 6);
    const booking = book(url, offerId);
    await sleep(ms / 6);
    return { cold: await Promise.all([first, searchCold(url)]), booking: await booking };
  };
  const [cached, others] = await Promise.all([measureCached(url, search, ms), act()]);
  return { cached, ...others };
}

const measureCached = (url: string, search: string, ms: number) =>
  searchCached(url, search, cachedEveryMs, AbortSignal.timeout(ms));

/** Runs attacks in a worker thread while `work` runs, and returns what became of their requests. */
async function attack<T>(
  options: AttackOptions,
  work: () => Promise<T>,
): Promise<[Record<string, Outcomes>, T]> {
  const worker = new Worker(new URL('./hostile-client/attack-worker.ts', import.meta.url), {
    workerData: options,
  });
  await once(worker, 'online');
  const result = await work();
  worker.postMessage('stop');
  const [outcomes] = (await once(worker, 'message')) as [Record<string, Outcomes>];
  await worker.terminate();
  return [outcomes, result];
}

const p99 = (outcomes: Outcome[]): number =>
  percentile(
    outcomes.map(({ ms }) => ms),
    0.99,
  );
const format = ({ result, ms }: Outcome): string => `${result} after ${(ms / 1000).toFixed(1)} s`;
const isOk = ({ result }: Outcome): boolean => result === '200';

/**
 * Measures other clients before, during and after the attacks, and prints it; returns whether they were unharmed by attacks that were
 * sent in full.
 */
async function measure(
  target: Omit<Target, 'offerIds' | 'firstSearch'>,
  group: readonly AttackName[],
  search: string,
): Promise<boolean> {
  const { url } = target;
  const offerIds = await findOffers(url, search);
  const warmUp: AttackOptions = {
    names: group,
    target: { ...target, offerIds, ipAddresses: [warmUpIpAddress], firstSearch: warmUpFirstSearch },
  };
  await attack(warmUp, () => measureCached(url, search, warmUpMs));
  await sleep(budgetWindowMs);
  await measureCached(url, search, 2000);
  const calm = await visit(url, search, offerIds[0]!, calmMs);
  if (![...calm.cold, ...calm.cached].every(isOk) || calm.booking.result !== 'confirmed')
    throw new Error(`not without attacks either: ${[...calm.cold, calm.booking].map(format).join(', ')}`);
  const options: AttackOptions = { names: group, target: { ...target, offerIds, firstSearch: 0 } };
  const [outcomes, attacked] = await attack(options, () => visit(url, search, offerIds[1]!, attackMs));
  // Measured before and after the attacks, so that a change of the machine does not count as their effect.
  const baseline = [...calm.cached, ...(await measureCached(url, search, calmMs))];

  for (const [name, counts] of Object.entries(outcomes))
    console.log(
      `${name.padEnd(14)} ${Object.entries(counts)
        .map(([outcome, count]) => `${outcome}: ${count}`)
        .join(', ')}`,
    );
  const missing = group.flatMap((name) => describeMissing(name, outcomes[name] ?? {}, attackMs / 1000) ?? []);
  for (const line of missing) console.log(line);
  const ratio = p99(attacked.cached) / p99(baseline);
  const failed = attacked.cached.filter((outcome) => !isOk(outcome)).length;
  const [before, during] = [p99(baseline), p99(attacked.cached)].map((ms) => `${ms.toFixed(1)} ms`);
  console.log(
    `cached search  p99 ${during}, without attacks ${before}: ${ratio.toFixed(2)} times (at most ${maxP99Ratio}); ` +
      `${failed} of ${attacked.cached.length} failed`,
  );
  console.log(
    `cold search    ${attacked.cold.map(format).join(', ')} (without attacks ${calm.cold.map(format).join(', ')})`,
  );
  console.log(`booking        ${format(attacked.booking)} (without attacks ${format(calm.booking)})\n`);
  return (
    missing.length === 0 &&
    ratio <= maxP99Ratio &&
    failed === 0 &&
    attacked.cold.every(isOk) &&
    attacked.booking.result === 'confirmed'
  );
}

try {
  // By IP address, because each connection to a name would wait for a look-up in a queue that the attacks share.
  const { urls } = await startProduct();
  const url = urls.find((name) => name.includes('127.0.0.1'))!;
  const email = 'ada.byron@example.com';
  const account = {
    username: 'ada.byron',
    password: 'correct horse 7',
    email,
    firstName: 'Ada',
    lastName: 'Byron',
  };
  await createVisitor({ origin: url }).call(url, register, { body: account });
  for (const [index, group] of groups.entries()) {
    if (index > 0) await sleep(budgetWindowMs);
    // A search of its own, because a cached one is kept for five minutes.
    if (!(await measure({ url, email, ipAddresses }, group, createSearchBody(60 + index, 'JFK'))))
      process.exitCode = 1;
  }
} finally {
  await stopAll();
}
