import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { register } from '@fareline/contracts';
import { startTestProduct } from '@fareline/tools/testing';
import { createVisitor } from '@fareline/tools/visitor';
import type { AttackOptions } from './hostile-client/attack-worker.ts';
import { attacks, getSentShare, type AttackName, type Outcomes } from './hostile-client/attacks.ts';
import { book, findOffers, searchCold, type Outcome } from './hostile-client/neighbour.ts';
import { createSearchBody } from './flights.ts';
import { startGenerator } from './load.ts';
import { addStop } from './programs.ts';
import { compare, type Row } from './rows.ts';
import { percentile } from './statistics.ts';

const calmMs = 12_000;
const attackMs = 30_000;
/**
 * Each attack begins a minute before once for a moment, from another network and with other searches: code that is new to a process is
 * several times slower, and a site has run for a while when it is attacked.
 */
const warmUpMs = 8_000;
const warmUpIpAddress = '198.51.100.66';
const warmUpFirstSearch = 2_000;
/** The warm-up may use up the provider's rate budget of the next minute. */
const budgetWindowMs = 60_000;

const allNames = Object.keys(attacks) as AttackName[];
const ipAddresses = process.env.NETWORK
  ? Array.from({ length: 254 }, (_, index) => `203.0.113.${index + 1}`)
  : ['203.0.113.66'];

/**
 * Starts the whole product as `npm start` does. The programs of the providers have the lowest priority:
 * in production they run on other machines. By IP address, because each connection to a name would wait for a look-up in a queue
 * that the attacks share.
 */
async function startProduct(): Promise<string> {
  const env = { LOG_LEVEL: 'info' };
  const { product } = await startTestProduct({ nodeEnv: 'production', env });
  addStop(() => product.stop());
  for (const name of ['duffel', 'stripe', 'mail'])
    setPriority(product.supervisor.pid(name)!, constants.priority.PRIORITY_LOW);
  return product.urls.find((url) => url.includes('127.0.0.1'))!;
}

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

interface Visit {
  /** Latencies of the cached search, and the share of those that were answered. */
  times: number[];
  answered: number;
  figures: string;
  cold: Outcome[];
  booking: Outcome;
}

async function searchCached(url: string, search: string, ms: number) {
  const generate = await startGenerator();
  const load = { url, bodies: [search], rate: 100, connections: 200, seconds: ms / 1000 };
  const { times, sent } = await generate(load);
  const statuses = Object.entries(times).map(([status, all]) => `${status}: ${all.length}`);
  const figures = `${statuses.join(', ')} of ${sent}`;
  return { times: times[200] ?? [], answered: (times[200] ?? []).length / sent, figures };
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
  const [cached, others] = await Promise.all([searchCached(url, search, ms), act()]);
  return { ...cached, ...others };
}

const format = ({ result, ms }: Outcome): string => `${result} after ${(ms / 1000).toFixed(1)} s`;
const toRows = ({ answered, figures, cold, booking }: Visit): Row[] => [
  { what: 'cached searches of others answered, of all', measured: answered, atLeast: 1, figures },
  {
    what: 'cold searches of others answered, of all',
    measured: cold.filter(({ result }) => result === '200').length / cold.length,
    atLeast: 1,
    figures: cold.map(format).join(', '),
  },
  {
    what: 'bookings of others confirmed, of all',
    measured: booking.result === 'confirmed' ? 1 : 0,
    atLeast: 1,
    figures: format(booking),
  },
];

/** One hostile client attacks the whole product at fixed rates; other clients search and book meanwhile and must not notice. */
export async function measureHostileClient(): Promise<Row[]> {
  const names = (process.env.ATTACKS?.split(',') ?? allNames) as AttackName[];
  const unknownName = names.find((name) => !allNames.includes(name));
  if (unknownName !== undefined) throw new Error(`${unknownName} is none of ${allNames.join(', ')}`);

  const url = await startProduct();
  const email = 'ada.byron@example.com';
  const [username, password] = ['ada.byron', 'correct horse 7'];
  const body = { username, password, email, firstName: 'Ada', lastName: 'Byron' };
  await createVisitor({ origin: url }).call(url, register, { body });
  const search = createSearchBody(60, 'JFK');
  const offerIds = await findOffers(url, search);
  const target = { url, email, offerIds, ipAddresses, firstSearch: 0 };
  const warmUp = { ...target, ipAddresses: [warmUpIpAddress], firstSearch: warmUpFirstSearch };
  await attack({ names, target: warmUp }, () => searchCached(url, search, warmUpMs));
  await sleep(budgetWindowMs);
  await searchCached(url, search, 2000);

  const calm = await visit(url, search, offerIds[0]!, calmMs);
  const failed = toRows(calm).find(({ measured }) => measured < 1);
  if (failed) throw new Error(`without attacks either: ${failed.what}, ${failed.figures ?? failed.measured}`);
  const [outcomes, attacked] = await attack({ names, target }, () =>
    visit(url, search, offerIds[1]!, attackMs),
  );
  // Measured before and after the attacks, so that a change of the machine does not count as their effect.
  const after = await searchCached(url, search, calmMs);
  const [p99, calmP99] = [
    percentile(attacked.times, 0.99),
    percentile([...calm.times, ...after.times], 0.99),
  ];
  return [
    ...names.map((name) => ({
      what: `attack ${name}, of what it consists of`,
      measured: getSentShare(name, outcomes[name] ?? {}, attackMs / 1000),
      atLeast: 1,
      figures: Object.entries(outcomes[name] ?? {})
        .map(([outcome, count]) => `${outcome}: ${count}`)
        .join(', '),
    })),
    compare('p99 of the cached search of others, to before', [p99, calmP99, 'ms'], { atMost: 2 }),
    ...toRows(attacked),
  ];
}
