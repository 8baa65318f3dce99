import Fastify from 'fastify';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, startFaultProxy, testFullRedisUrl, testRedisUrl, uniqueName } from '../testing/index.ts';
import { defineJob, defineJobHandler, type JobHandler } from './define-job.ts';
import { createJobQueue, type JobQueue, type JobQueueOptions } from './job-queue.ts';
import { startJobWorker } from './job-worker.ts';

const { log: silent } = Fastify({ logger: { level: 'silent' } });

/** A log and the lines that were written to it. */
function createTestLog() {
  const lines: { level: number; msg: string; job?: string; err?: unknown }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { log: Fastify({ logger: { level: 'info', stream } }).log, lines };
}

const greet = defineJob({ name: 'greet', payload: z.object({ id: z.string() }) });
const tick = defineJob({ name: 'tick', payload: z.object({}), everyMs: 100 });
const noRedis = 'redis://127.0.0.1:9';

const started: JobQueue[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((queue) => queue.close()));
});

/** Starts a queue with a worker; closing it closes both. */
async function start(handlers: JobHandler[], options: Partial<JobQueueOptions> = {}): Promise<JobQueue> {
  const queue = createJobQueue({
    name: 'test',
    redisUrl: testRedisUrl(),
    log: silent,
    prefix: uniqueName('{jobs}'),
    metrics: new Registry(),
    ...options,
  });
  const worker = startJobWorker(queue, handlers);
  const jobs = { ...queue, close: () => worker.close().then(queue.close) };
  started.push(jobs);
  return jobs;
}

/** Starts a queue with a handler of `greet` that records the ids of its runs, and waits until it processes jobs. */
async function startGreeter(run: JobHandler<typeof greet.payload>['run'] = async () => undefined) {
  const handledIds: string[] = [];
  const handler = defineJobHandler({
    job: greet,
    async run(payload) {
      handledIds.push(payload.id);
      return run(payload);
    },
  });
  const jobs = await start([handler]);
  await eventually(async () => ((await jobs.enqueue(greet, { id: 'first' })) ? true : undefined));
  await eventually(() => (handledIds.includes('first') ? true : undefined));
  return { jobs, handledIds: () => handledIds.filter((id) => id !== 'first') };
}

it('adds one job when an id is enqueued twice, and another one after the first has completed', async () => {
  const { jobs, handledIds } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 300 });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 100 });
  await jobs.enqueue(greet, { id: 'b' }, { jobId: 'row-b', delayMs: 600 });
  await eventually(() => (handledIds().includes('b') ? true : undefined));
  expect(handledIds()).toEqual(['a', 'b']);
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (handledIds().length === 3 ? true : undefined));
});

it('runs a delayed job immediately when it is enqueued again without a delay', async () => {
  const { jobs, handledIds } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 3_600_000 });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (handledIds().length > 0 ? true : undefined));
});

it('accepts the id of a job again after its last attempt has failed', async () => {
  const failing = defineJob({ name: 'failing', payload: z.object({}), attempts: 1 });
  let count = 0;
  const handler = defineJobHandler({
    job: failing,
    async run() {
      count += 1;
      throw new Error('always fails');
    },
  });
  const jobs = await start([handler]);
  await eventually(async () =>
    (await jobs.enqueue(failing, {}, { jobId: 'row' })) && count >= 2 ? true : undefined,
  );
});

it('counts delayed jobs', async () => {
  const { jobs } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 3_600_000 });
  await jobs.enqueue(greet, { id: 'b' }, { jobId: 'row-b', delayMs: 3_600_000 });
  expect(await jobs.countDelayed()).toBe(2);
  const offline = await start([], { redisUrl: noRedis });
  expect(await offline.countDelayed()).toBe(0);
});

it('does not run a job that was removed', async () => {
  const { jobs, handledIds } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 200 });
  await jobs.enqueue(greet, { id: 'b' }, { jobId: 'row-b', delayMs: 400 });
  await jobs.remove('row-a');
  await jobs.remove('unknown-row');
  await eventually(() => (handledIds().includes('b') ? true : undefined));
  expect(handledIds()).toEqual(['b']);
});

it('runs a job again with the same id after the delay that its handler returns', async () => {
  let runs = 0;
  const { jobs } = await startGreeter(async ({ id }) => {
    if (id !== 'a') return;
    runs += 1;
    return runs < 3 ? { rescheduleInMs: 50 } : undefined;
  });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (runs === 3 ? true : undefined));
});

it('runs a recurring job in one of several processes, and in each process while Redis is unavailable', async () => {
  const counts = [0, 0];
  const counting = (index: number) =>
    defineJobHandler({ job: tick, run: async () => void (counts[index] = (counts[index] ?? 0) + 1) });
  const prefix = uniqueName('{jobs}');
  await start([counting(0)], { prefix });
  await start([counting(1)], { prefix });
  const totalRuns = () => (counts[0] ?? 0) + (counts[1] ?? 0);
  const startedAt = Date.now();
  await eventually(() => (totalRuns() >= 12 ? true : undefined));
  // Both share one schedule of 100 ms, and each runs the job once at its start.
  expect(Date.now() - startedAt).toBeGreaterThan(800);

  const runsWithoutRedis: number[] = [];
  const handler = defineJobHandler({ job: tick, run: async () => void runsWithoutRedis.push(Date.now()) });
  await start([handler], { redisUrl: noRedis });
  await eventually(() => (runsWithoutRedis.length >= 3 ? true : undefined));
});

it('recreates the schedule after the queue was flushed', async () => {
  const prefix = uniqueName('{jobs}');
  let count = 0;
  await start([defineJobHandler({ job: tick, run: async () => void (count += 1) })], { prefix });
  await eventually(() => (count >= 3 ? true : undefined));
  const redis = new Redis(testRedisUrl());
  const schedules = () => redis.zcard(`${prefix}:test:repeat`);
  expect(await schedules()).toBe(1);
  await redis.del(...(await redis.keys(`${prefix}:*`)));
  await eventually(async () => ((await schedules()) === 1 ? true : undefined));
  const before = count;
  await eventually(() => (count >= before + 3 ? true : undefined));
  redis.disconnect();
});

it('goes on after a missed run when its interval was longer before', async () => {
  const prefix = uniqueName('{jobs}');
  let count = 0;
  const counting = (everyMs: number) =>
    defineJobHandler({ job: { ...tick, everyMs }, run: async () => void (count += 1) });
  const redis = new Redis(testRedisUrl());
  const before = await start([counting(3_600_000)], { prefix });
  await eventually(async () => ((await redis.zcard(`${prefix}:test:delayed`)) === 1 ? true : undefined));
  redis.disconnect();
  await before.close();
  const atRestart = count;
  await start([counting(100)], { prefix });
  await eventually(() => (count >= atRestart + 3 ? true : undefined));
  const end = Date.now() + 500;
  while (Date.now() < end) continue;
  const atMiss = count;
  await eventually(() => (count >= atMiss + 5 ? true : undefined));
});

it('returns false from enqueue and closes within a second while Redis is unavailable', async () => {
  const jobs = await start([], { redisUrl: noRedis });
  expect(await jobs.enqueue(greet, { id: 'b2' })).toBe(false);
  const startedAt = Date.now();
  await jobs.close();
  expect(Date.now() - startedAt).toBeLessThan(1_000);
});

it('waits for running jobs when it closes', async () => {
  let finish = () => undefined as void;
  let hasFinished = false;
  const { jobs, handledIds } = await startGreeter(async ({ id }) => {
    if (id === 'first') return;
    await new Promise<void>((resolve) => (finish = resolve));
    hasFinished = true;
  });
  await jobs.enqueue(greet, { id: 'long' });
  await eventually(() => (handledIds().includes('long') ? true : undefined));
  const closed = jobs.close();
  finish();
  await closed;
  expect(hasFinished).toBe(true);
});

it.each([
  ['refuse', 15],
  ['stall', 2],
] as const)(
  'logs once that its Redis is unavailable (%s) and once that it is available again',
  async (fault, runsWithoutIt) => {
    const proxy = await startFaultProxy(testRedisUrl());
    const { log, lines } = createTestLog();
    // Excludes runs that could not be completed because the connection was lost, which are logged separately.
    const outageLines = () => lines.filter(({ err }) => !String(err).startsWith('Missing key for job'));
    let count = 0;
    const handler = defineJobHandler({ job: tick, run: async () => void (count += 1) });
    await start([handler], { redisUrl: proxy.url, log });
    await eventually(() => (count >= 3 ? true : undefined));
    for (const outages of [1, 2]) {
      proxy[fault]();
      const before = count;
      await eventually(() =>
        outageLines().length > 2 * (outages - 1) && count >= before + runsWithoutIt ? true : undefined,
      );
      proxy.restore();
      await eventually(() => (outageLines().length === 2 * outages ? true : undefined));
    }
    const began = [50, 'redis-jobs is not available'];
    const ended = [30, 'redis-jobs is available again'];
    expect(outageLines().map(({ level, msg }) => [level, msg])).toEqual([began, ended, began, ended]);
    proxy.close();
  },
);

it('pauses after each refused command, and logs each kind of error once, while its Redis has no memory left', async () => {
  const redis = new Redis(testFullRedisUrl());
  const { log, lines } = createTestLog();
  const metrics = new Registry();
  let count = 0;
  let hasGreeted = false;
  const handlers: JobHandler[] = [
    defineJobHandler({ job: tick, run: async () => void (count += 1) }),
    defineJobHandler({ job: greet, run: async () => void (hasGreeted = true) }),
  ];
  const jobs = await start(handlers, { redisUrl: testFullRedisUrl(), log, metrics });
  const runTimes = (times: number) => {
    const before = count;
    return eventually(() => (count >= before + times ? true : undefined));
  };
  const countErrors = async () =>
    (await metrics.getSingleMetric('job_queue_errors_total')!.get()).values[0]!.value;
  await runTimes(3);
  await redis.config('SET', 'maxmemory', '1');
  await eventually(async () => ((await countErrors()) > 0 ? true : undefined));
  const before = await countErrors();
  // In this process, for about a second.
  await runTimes(10);
  expect(await countErrors()).toBeLessThan(before + 8);
  for (const id of ['a', 'b']) expect(await jobs.enqueue(greet, { id })).toBe(false);
  const kinds = lines.map(({ level, msg, err }) => `${level} ${msg}: ${String(err).split(' ', 3).join(' ')}`);
  expect(kinds.toSorted()).toEqual([
    '40 job not queued: OOM command not',
    '40 worker: Failed to add',
    '40 worker: OOM command not',
  ]);
  await redis.config('SET', 'maxmemory', '0');
  await eventually(async () => ((await jobs.enqueue(greet, { id: 'c' })) ? true : undefined));
  await eventually(() => hasGreeted || undefined);
  redis.disconnect();
});

it('logs one warning for a job whose dependency is unavailable, and one line when it has recovered', async () => {
  const { log, lines } = createTestLog();
  let count = 0;
  const handler = defineJobHandler({
    job: tick,
    async run() {
      count += 1;
      if (count < 6) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  await start([handler], { log });
  await eventually(() => (count >= 8 ? true : undefined));
  expect(lines.map(({ level, job, msg }) => [level, job, msg])).toEqual([
    [40, 'tick', 'job failed: dependency unavailable'],
    [30, 'tick', 'job recovered'],
  ]);
});

it('logs every failure of a job that no dependency caused as an error', async () => {
  const { log, lines } = createTestLog();
  const run = async () => {
    throw new Error('always fails');
  };
  await start([defineJobHandler({ job: tick, run })], { log });
  await eventually(() => (lines.length >= 3 ? true : undefined));
  expect(new Set(lines.map(({ level, msg }) => `${level} ${msg}`))).toEqual(new Set(['50 job failed']));
});
