import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { nextClientAddress, searchPath } from './flights.ts';

export interface Load {
  /** Where the searches are sent. */
  url: string;
  /** Sent in turn; each search is from another client. */
  bodies: readonly string[];
}

export interface LoadResult {
  /** Latencies in milliseconds by status. */
  times: Record<number, number[]>;
  sent: number;
  /** Refusals (429, 503) without Retry-After. */
  withoutRetryAfter: number;
  /** From the first request to the last response. */
  seconds: number;
}

const createResult = (): LoadResult => ({ times: {}, sent: 0, withoutRetryAfter: 0, seconds: 0 });

const createHeaders = (): Record<string, string> => ({
  'content-type': 'application/json',
  'accept-encoding': 'br',
  'x-forwarded-for': nextClientAddress(),
});

/** Requests are built before, because that would take half of the generator's time. */
const requestsPerConnection = 200;

/** Each connection sends its next search as soon as it has received the response. */
export async function runClosedLoop(
  { url, bodies }: Load,
  connections: number,
  duration: number,
): Promise<LoadResult> {
  const result = createResult();
  const createRequest = (_: unknown, index: number): autocannon.Request => ({
    ...{ method: 'POST', path: searchPath, headers: createHeaders() },
    body: bodies[index % bodies.length]!,
  });
  const setupClient = (client: autocannon.Client) =>
    client.setRequests(Array.from({ length: requestsPerConnection }, createRequest));
  const run = autocannon({ url, connections, duration, setupClient }, () => undefined);
  run.on('response', (_client, status, _bytes, ms) => void (result.times[status] ??= []).push(ms));
  const [{ errors, duration: seconds }] = (await once(run, 'done')) as [autocannon.Result];
  const answered = Object.values(result.times).reduce((sum, times) => sum + times.length, 0);
  return { ...result, seconds, sent: answered + errors };
}

export interface Pace {
  /** Searches per second. */
  rate: number;
  connections: number;
  /** Searches that are due at the same moment. */
  burst?: number;
}

/**
 * Sends searches at a constant rate until the signal aborts, however fast they are answered; a latency counts from when the search was due.
 * Not by autocannon, which sends what is due within a second at once and waits for responses before it sends more.
 */
export async function runOpenLoop(
  { url, bodies }: Load,
  { rate, connections, burst = 1 }: Pace,
  signal: AbortSignal,
): Promise<LoadResult> {
  const result = createResult();
  const pool = new Pool(url, { connections, pipelining: 1 });
  const send = (dueAt: number) =>
    new Promise<void>((resolve) => {
      const body = bodies[result.sent % bodies.length]!;
      let status = 0;
      pool.dispatch(
        { method: 'POST', path: searchPath, headers: createHeaders(), body },
        {
          onRequestStart() {},
          onResponseStart(_controller, code, headers) {
            status = code;
            if ((code === 429 || code === 503) && !headers['retry-after']) result.withoutRetryAfter += 1;
          },
          onResponseData() {},
          onResponseEnd() {
            (result.times[status] ??= []).push(performance.now() - dueAt);
            resolve();
          },
          onResponseError: () => resolve(),
        },
      );
      result.sent += 1;
    });
  // A proxy keeps its connections open, so opening them is not measured.
  const open = async () => (await pool.request({ method: 'GET', path: '/health/live' })).body.dump();
  await Promise.all(Array.from({ length: connections }, open));
  const responses: Promise<void>[] = [];
  const startedAt = performance.now();
  const toMs = (count: number) => (Math.floor(count / burst) * burst * 1000) / rate;
  for (; !signal.aborted; await sleep(1))
    for (const now = performance.now(); startedAt + toMs(result.sent) <= now;)
      responses.push(send(startedAt + toMs(result.sent)));
  await Promise.all(responses);
  result.seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return result;
}

export interface WorkerLoad {
  load: Load;
  pace: Pace;
  seconds: number;
}

/** Sends a load from a thread of its own, so that it does not delay the measurements; resolves once that has begun. */
export async function startLoad(workerData: WorkerLoad): Promise<{ result: Promise<LoadResult> }> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData });
  // Loading its modules takes time of a core, which must not be part of what is measured.
  await once(worker, 'message');
  return { result: once(worker, 'message').then(([message]) => message as LoadResult) };
}
