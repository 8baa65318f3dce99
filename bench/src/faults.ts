import { setTimeout as sleep } from 'node:timers/promises';
import { login, register, searchFlights } from '@fareline/contracts';
import { startTestProduct, type TestProduct } from '@fareline/tools/testing';
import { createVisitor } from '@fareline/tools/visitor';
import { Agent } from 'undici';
import { searchBody } from './flights.ts';
import { addStop } from './programs.ts';
import type { Row } from './rows.ts';

const visitorCount = 20;
/** Between two requests of a visitor. */
const pauseMs = 150;
/** From a fault until the programs are as before, with a margin. */
const faultMs = 12_000;

type Supervisor = TestProduct['product']['supervisor'];

/** What happens to a program; a signal that ends it is followed by the restart a second later. */
const faults: Record<string, (supervisor: Supervisor, name: string) => Promise<void>> = {
  'killed (SIGKILL)': (supervisor, name) => supervisor.kill(name, 'SIGKILL'),
  'stopped for 6 s (SIGSTOP)': async (supervisor, name) => {
    process.kill(supervisor.pid(name)!, 'SIGSTOP');
    await sleep(6_000);
    process.kill(supervisor.pid(name)!, 'SIGCONT');
  },
  'replaced (SIGTERM)': (supervisor, name) => supervisor.restart(name),
};

const replicated = ['edge-1', 'accounts-1', 'payments-1', 'flights-1'];
/** Each of these is one process; what fails while they are away is shown, without a bound. */
const single = ['redis-cache', 'redis-jobs', 'postgres'];

interface Outcomes {
  sent: number;
  /** What failed, as `path status` or `path error`, with how often. */
  failed: Map<string, number>;
}

/** Requests that are safe to send twice, by a signed-in visitor with a connection of its own. */
async function createReader(url: string, index: number) {
  const visitor = createVisitor({ 'x-forwarded-for': `203.0.${index}.9`, origin: url });
  const [username, password] = [`faults.${index}`, 'correct horse 7'];
  const names = { email: `${username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
  await visitor.call(url, register, { body: { username, password, ...names } });
  await visitor.call(url, login, { body: { username, password } });
  const dispatcher = new Agent({ connections: 1, headersTimeout: 20_000 });
  const send = (path: string, body?: string) => {
    const headers = { ...visitor.getHeaders(), ...(body && { 'content-type': 'application/json' }) };
    return fetch(url + path, { headers, dispatcher, ...(body && { method: 'POST', body }) } as RequestInit);
  };
  const requests: [path: string, body?: string][] = [
    ['/'],
    [searchFlights.path, searchBody],
    ['/api/auth/user'],
    ['/api/bookings'],
    ['/api/brands/default'],
  ];
  let next = index;
  /** Repeats a request once when its connection is lost, as browsers do. */
  return async ({ failed }: Outcomes) => {
    const [path, body] = requests[next++ % requests.length]!;
    const read = async () => {
      const response = await send(path, body);
      await response.arrayBuffer();
      return response.status;
    };
    const outcome = await read()
      .catch(read)
      .catch((error: unknown) => String((error as Error).cause ?? error));
    if (outcome !== 200) failed.set(`${path} ${outcome}`, (failed.get(`${path} ${outcome}`) ?? 0) + 1);
  };
}

/** Kills, stops and replaces one of two replicas of each program while visitors read. */
export async function measureFaults(): Promise<Row[]> {
  const { product } = await startTestProduct({
    replicas: 2,
    nodeEnv: 'production',
    env: { LOG_LEVEL: 'warn' },
  });
  addStop(() => product.stop());
  const visitors = await Promise.all(
    Array.from({ length: visitorCount }, (_, index) => createReader(product.url, index)),
  );
  const rows: Row[] = [];
  const chosen = process.env.FAULTS?.split(',');
  for (const name of [...replicated, ...single])
    for (const [fault, apply] of Object.entries(faults)) {
      if (chosen && !chosen.includes(name)) continue;
      const outcomes: Outcomes = { sent: 0, failed: new Map() };
      const end = performance.now() + faultMs;
      const visits = visitors.map(async (visit) => {
        while (performance.now() < end) {
          outcomes.sent += 1;
          await visit(outcomes);
          await sleep(pauseMs);
        }
      });
      await sleep(1_000);
      await apply(product.supervisor, name);
      await Promise.all(visits);
      const failed = [...outcomes.failed.values()].reduce((sum, count) => sum + count, 0);
      rows.push({
        what: `reads that fail when ${name} is ${fault}`,
        measured: failed,
        ...(replicated.includes(name) && { atMost: 0 }),
        figures: [
          `of ${outcomes.sent}`,
          ...[...outcomes.failed].map(([what, count]) => `${what}: ${count}`),
        ].join(', '),
      });
    }
  return rows;
}
