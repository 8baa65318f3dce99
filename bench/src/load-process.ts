import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { nextClientAddress, searchPath } from './flights.ts';
import type { Load, LoadResult } from './load.ts';

const createHeaders = (): Record<string, string> => ({
  'content-type': 'application/json',
  'accept-encoding': 'br',
  'x-forwarded-for': nextClientAddress(),
});

type Counts = Pick<LoadResult, 'times' | 'sent' | 'withoutRetryAfter'>;

/** Each connection sends one search, or the next one as soon as it has received a response. */
async function runClosedLoop(
  { url, bodies, connections, seconds, isBurst }: Load,
  counts: Counts,
): Promise<number> {
  let next = 0;
  // Built before, because that would take half of the generator's time.
  const setupClient = (client: autocannon.Client) =>
    client.setRequests(
      Array.from({ length: isBurst ? 1 : 200 }, () => ({
        ...{ method: 'POST' as const, path: searchPath, headers: createHeaders() },
        body: bodies[next++ % bodies.length]!,
      })),
    );
  const end = isBurst ? { amount: connections } : { duration: seconds };
  const run = autocannon({ url, connections, setupClient, ...end }, () => undefined);
  run.on('response', (_client, status, _bytes, ms) => {
    (counts.times[status] ??= []).push(ms);
    counts.sent += 1;
  });
  const [{ errors, duration }] = (await once(run, 'done')) as [autocannon.Result];
  counts.sent += errors;
  return duration;
}

/**
 * Sends searches at a constant rate until the seconds are over, however fast they are answered; a latency counts from when the search was due.
 * Not by autocannon, which sends what is due within a second at once and waits for responses before it sends more.
 */
async function runOpenLoop(
  { url, bodies, connections, seconds = 0, rate = 1 }: Load,
  counts: Counts,
  stopped: AbortSignal,
): Promise<number> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const send = (dueAt: number) =>
    new Promise<void>((resolve) => {
      const body = bodies[counts.sent % bodies.length]!;
      let status = 0;
      counts.sent += 1;
      pool.dispatch(
        { method: 'POST', path: searchPath, headers: createHeaders(), body },
        {
          onRequestStart() {},
          onResponseStart(_controller, code, headers) {
            status = code;
            if ((code === 429 || code === 503) && !headers['retry-after']) counts.withoutRetryAfter += 1;
          },
          onResponseData() {},
          onResponseEnd() {
            (counts.times[status] ??= []).push(performance.now() - dueAt);
            resolve();
          },
          onResponseError: () => resolve(),
        },
      );
    });
  // A proxy keeps its connections open, so opening them is not measured.
  const open = async () => (await pool.request({ method: 'GET', path: '/health/live' })).body.dump();
  await Promise.all(Array.from({ length: connections }, open));
  const responses: Promise<void>[] = [];
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(seconds * 1000)]);
  const startedAt = performance.now();
  const getDue = () => startedAt + (counts.sent * 1000) / rate;
  for (; !signal.aborted; await sleep(1))
    for (const now = performance.now(); getDue() <= now;) responses.push(send(getDue()));
  await Promise.all(responses);
  const duration = (performance.now() - startedAt) / 1000;
  await pool.close();
  return duration;
}

let stop = new AbortController();

async function run(load: Load): Promise<LoadResult> {
  stop = new AbortController();
  const counts: Counts = { times: {}, sent: 0, withoutRetryAfter: 0 };
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  const loop = load.rate ? runOpenLoop(load, counts, stop.signal) : runClosedLoop(load, counts);
  const seconds = await loop;
  const { user, system } = process.cpuUsage(cpu);
  return { ...counts, seconds, cpuShare: (user + system) / 1000 / (performance.now() - started) };
}

process.on('message', (message: Load | 'stop') => {
  if (message === 'stop') stop.abort();
  else void run(message).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
