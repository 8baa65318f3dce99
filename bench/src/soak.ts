import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '@fareline/contracts';
import { startTestProduct } from '@fareline/tools/testing';
import { createVisitor } from '@fareline/tools/visitor';
import { Client } from 'pg';
import { book, findOffers } from './hostile-client/neighbour.ts';
import { createSearchBody, nextClientAddress } from './flights.ts';
import { runOpenLoop } from './load.ts';
import { computeGrowth, readMemoryMb, type Sample } from './memory.ts';
import { addStop } from './programs.ts';
import type { Row } from './rows.ts';
import { median } from './statistics.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const services = ['edge', 'accounts', 'payments', 'flights'];
const sampleMs = 250;
/** Without it the memory follows the moments at which V8 collects garbage, which depend on what is free. */
const collectGarbage = {
  NODE_OPTIONS: `--expose-gc --import ${new URL('./collect-garbage.ts', import.meta.url).href}`,
};

/** Cached searches per second, of so many different ones. */
const cached = { rate: 30, connections: 16, searches: 20 };
/** Milliseconds from one to the next of a kind. */
const every = { coldSearch: 3_000, signIn: 1_500, booking: 5_000 };
/** Before the memory is measured, so that caches, pools and the heap have grown to their size: as many times the load. */
const warmUp = { minutes: 4, times: 3 };
const accountCount = 20;
const minDone = 0.99;
/** Of a service, in MB per hour. */
const maxGrowth = 60;

const destinations = ['BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG', 'AMS'];
let coldSearches = 0;
function createColdSearch(): string {
  const index = coldSearches++;
  return createSearchBody(
    30 + (Math.floor(index / destinations.length) % 300),
    destinations[index % destinations.length]!,
  );
}

interface Tally {
  sent: number;
  failed: Map<string, number>;
}

const countDone = ({ sent, failed }: Tally): number =>
  sent - [...failed.values()].reduce((sum, count) => sum + count, 0);

/** Starts the work at a constant rate until the time is over, however long each takes. */
async function repeat(
  everyMs: number,
  end: number,
  work: (index: number) => Promise<unknown>,
): Promise<Tally> {
  const tally: Tally = { sent: 0, failed: new Map() };
  const running: Promise<unknown>[] = [];
  for (const startedAt = performance.now(); performance.now() < end;) {
    running.push(
      work(tally.sent++).catch((error: unknown) => {
        const what = String((error as Error).message).slice(0, 100);
        tally.failed.set(what, (tally.failed.get(what) ?? 0) + 1);
      }),
    );
    await sleep(Math.max(0, startedAt + tally.sent * everyMs - performance.now()));
  }
  await Promise.all(running);
  return tally;
}

const createClient = (url: string) => createVisitor({ origin: url, 'x-forwarded-for': nextClientAddress() });
const password = 'correct horse 7';

async function registerAccounts(url: string): Promise<string[]> {
  const usernames = Array.from({ length: accountCount }, (_, index) => `soak.${index}`);
  for (const username of usernames) {
    const names = { email: `${username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
    await createClient(url).call(url, register, { body: { username, password, ...names } });
  }
  return usernames;
}

/** Sends each kind of request at so many times its rate. */
async function runLoad(
  url: string,
  usernames: readonly string[],
  ms: number,
  times: number,
): Promise<Record<string, Tally>> {
  const end = performance.now() + ms;
  const bodies = Array.from({ length: cached.searches }, (_, day) => createSearchBody(61 + day, 'JFK'));
  const [searches, cold, signIns, bookings] = await Promise.all([
    runOpenLoop({ url, bodies }, { ...cached, rate: cached.rate * times }, AbortSignal.timeout(ms)),
    repeat(every.coldSearch / times, end, () => findOffers(url, createColdSearch())),
    repeat(every.signIn / times, end, (index) =>
      createClient(url).call(url, login, {
        body: { username: usernames[index % usernames.length]!, password },
      }),
    ),
    repeat(every.booking / times, end, async () => {
      const [offerId] = await findOffers(url, createColdSearch());
      const { result } = await book(url, offerId!);
      if (result !== 'confirmed') throw new Error(result);
    }),
  ]);
  const failed = Object.entries(searches.times).filter(([status]) => status !== '200');
  return {
    'cached searches': {
      sent: searches.sent,
      failed: new Map(failed.map(([status, times]) => [status, times.length])),
    },
    ...{ 'cold searches': cold, 'sign-ins': signIns, bookings },
  };
}

/** Reads the memory of programs until the time is over. Rejects when one of them has ended: a new one has not grown yet. */
async function sampleMemory(
  pids: readonly (readonly [name: string, pid: number])[],
  ms: number,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(pids.map(([name]): [string, Sample[]] => [name, []]));
  for (const startedAt = performance.now(); performance.now() - startedAt < ms; await sleep(sampleMs))
    for (const [name, pid] of pids)
      samples.get(name)!.push({ atMs: performance.now() - startedAt, mb: readMemoryMb(pid) });
  return samples;
}

/** Of a booking without an account, whose rows stay. */
const bookingTables = ['payments', 'bookings', 'booking_steps', 'outbox', 'users', 'guest_accounts'];
/** Of signing in and of guests that book, whose rows stay for two years. */
const auditTables = ['audit_entries'];

async function readTables(
  connectionString: string,
  tables: readonly string[],
): Promise<{ rows: number; kb: number }> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('vacuum analyze');
  const result = await client.query<{ rows: string; bytes: string }>(
    `select sum(n_live_tup) as rows, sum(pg_total_relation_size(relid)) as bytes
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  );
  await client.end();
  const { rows, bytes } = result.rows[0]!;
  return { rows: Number(rows), kb: Number(bytes) / 1024 };
}

/** Uses the whole product for some minutes; the memory of no service may grow. */
export async function measureSoak(): Promise<Row[]> {
  const { product } = await startTestProduct({
    nodeEnv: 'production',
    env: { LOG_LEVEL: 'warn', PROVIDER_BUDGET_PER_MINUTE: '600' },
  });
  addStop(() => product.stop());
  const url = product.urls.find((each) => each.includes('127.0.0.1'))!;
  for (const name of services) await product.supervisor.restart(name, collectGarbage);
  const usernames = await registerAccounts(url);
  const readStored = async () => ({
    booking: await readTables(product.databaseUrl, bookingTables),
    audit: await readTables(product.databaseUrl, auditTables),
  });
  await runLoad(url, usernames, warmUp.minutes * 60_000, warmUp.times);
  const before = await readStored();
  const pids = services.map((name) => [name, product.supervisor.pid(name)!] as const);
  const ms = minutes * 60_000;
  const [tallies, samples] = await Promise.all([runLoad(url, usernames, ms, 1), sampleMemory(pids, ms)]);
  const after = await readStored();
  const added = (part: keyof typeof after, unit: 'rows' | 'kb') => after[part][unit] - before[part][unit];
  const booked = countDone(tallies.bookings!);
  return [
    ...[...samples].map(([name, all]): Row => ({
      what: `MB that ${name} grows in an hour`,
      measured: computeGrowth(all),
      atMost: maxGrowth,
      figures: `median ${median(all.map(({ mb }) => mb)).toFixed(0)} MB`,
    })),
    ...Object.entries(tallies).map(([kind, tally]) => ({
      what: `${kind} that succeed, of all`,
      measured: countDone(tally) / tally.sent,
      atLeast: minDone,
      figures: [`of ${tally.sent}`, ...[...tally.failed].map(([what, count]) => `${what}: ${count}`)].join(
        ', ',
      ),
    })),
    { what: 'rows of PostgreSQL for a booking', measured: added('booking', 'rows') / booked },
    { what: 'kB of PostgreSQL for a booking', measured: added('booking', 'kb') / booked },
    { what: 'kB of a row of the audit', measured: added('audit', 'kb') / added('audit', 'rows') },
  ];
}
