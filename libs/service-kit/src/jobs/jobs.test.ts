import Fastify from 'fastify';
import { Redis } from 'ioredis';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, startRedisFaultProxy, testRedisUrl, uniqueName } from '../testing/index.ts';
import { defineJob, defineJobHandler, type JobDefinition, type JobHandler } from './define-job.ts';
import { startJobs, type Jobs } from './jobs.ts';

const { log: silent } = Fastify({ logger: { level: 'silent' } });

/** A log whose lines can be read. */
function createTestLog() {
  const lines: { level: number; msg: string; job?: string; err?: unknown }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { log: Fastify({ logger: { level: 'info', stream } }).log, lines };
}

const greet = defineJob({ name: 'greet', payload: z.object({ id: z.string() }) });
const tick = defineJob({ name: 'tick', payload: z.object({}), everyMs: 100 });
const noRedis = 'redis://127.0.0.1:9';

const started: Jobs[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.close()));
});

async function start(
  definitions: JobDefinition[],
  handlers: unknown[],
  { redisUrl = testRedisUrl(), prefix = uniqueName('{jobs}'), log = silent } = {},
): Promise<Jobs> {
  const jobs = await startJobs({
    name: 'test',
    redisUrl,
    definitions,
    handlers: handlers as JobHandler[],
    log,
    prefix,
  });
  started.push(jobs);
  return jobs;
}

/** A handler of `greet` that keeps the ids it was run for, and the queue once it takes jobs. */
async function startGreeter(run: JobHandler<typeof greet.payload>['run'] = async () => undefined) {
  const seen: string[] = [];
  const jobs = await start(
    [greet],
    [
      defineJobHandler({
        job: greet,
        async run(payload) {
          seen.push(payload.id);
          return run(payload);
        },
      }),
    ],
  );
  await eventually(async () => ((await jobs.enqueue(greet, { id: 'first' })) ? true : undefined));
  await eventually(() => (seen.includes('first') ? true : undefined));
  return { jobs, seen: () => seen.filter((id) => id !== 'first') };
}

it('does not start with a job that has no handler', async () => {
  await expect(start([greet], [])).rejects.toThrow('The job greet has no handler.');
});

it('makes one job of an id that is enqueued twice, and takes the id again once it is done', async () => {
  const { jobs, seen } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 300 });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 100 });
  await jobs.enqueue(greet, { id: 'b' }, { jobId: 'row-b', delayMs: 600 });
  await eventually(() => (seen().includes('b') ? true : undefined));
  expect(seen()).toEqual(['a', 'b']);
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (seen().length === 3 ? true : undefined));
});

it('runs a job that waits at once when it is enqueued without a delay', async () => {
  const { jobs, seen } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 3_600_000 });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (seen().length > 0 ? true : undefined));
});

it('takes the id of a job that failed for good again', async () => {
  const failing = defineJob({ name: 'failing', payload: z.object({}), attempts: 1 });
  let count = 0;
  const handler = defineJobHandler({
    job: failing,
    async run() {
      count += 1;
      throw new Error('as every time');
    },
  });
  const jobs = await start([failing], [handler]);
  await eventually(async () =>
    (await jobs.enqueue(failing, {}, { jobId: 'row' })) && count >= 2 ? true : undefined,
  );
});

it('does not run a job that was removed', async () => {
  const { jobs, seen } = await startGreeter();
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a', delayMs: 200 });
  await jobs.enqueue(greet, { id: 'b' }, { jobId: 'row-b', delayMs: 400 });
  await jobs.remove('row-a');
  await jobs.remove('row-that-never-was');
  await eventually(() => (seen().includes('b') ? true : undefined));
  expect(seen()).toEqual(['b']);
});

it('runs a job again after the time that its handler asks for, under the same id', async () => {
  let runs = 0;
  const { jobs } = await startGreeter(async ({ id }) => {
    if (id !== 'a') return;
    runs += 1;
    return runs < 3 ? { rescheduleInMs: 50 } : undefined;
  });
  await jobs.enqueue(greet, { id: 'a' }, { jobId: 'row-a' });
  await eventually(() => (runs === 3 ? true : undefined));
});

it('runs a recurring job in one process of several, and in all while Redis is away', async () => {
  const counts = [0, 0];
  const counting = (index: number) =>
    defineJobHandler({ job: tick, run: async () => void (counts[index] = (counts[index] ?? 0) + 1) });
  const prefix = uniqueName('{jobs}');
  await start([tick], [counting(0)], { prefix });
  await start([tick], [counting(1)], { prefix });
  const totalRuns = () => (counts[0] ?? 0) + (counts[1] ?? 0);
  const begin = Date.now();
  await eventually(() => (totalRuns() >= 12 ? true : undefined));
  // One schedule of 100 ms for both, and a run of each at its start.
  expect(Date.now() - begin).toBeGreaterThan(800);

  const alone: number[] = [];
  const handler = defineJobHandler({ job: tick, run: async () => void alone.push(Date.now()) });
  await start([tick], [handler], { redisUrl: noRedis });
  await eventually(() => (alone.length >= 3 ? true : undefined));
});

it('puts the schedule back after the queue was flushed', async () => {
  const prefix = uniqueName('{jobs}');
  let count = 0;
  await start([tick], [defineJobHandler({ job: tick, run: async () => void (count += 1) })], { prefix });
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

it('tells at once that nothing was queued when Redis is away, and closes all the same', async () => {
  const alone = await start([], [], { redisUrl: noRedis });
  expect(await alone.enqueue(greet, { id: 'b2' })).toBe(false);
  const before = Date.now();
  await alone.close();
  expect(Date.now() - before).toBeLessThan(1_000);
});

it('ends after the jobs under way', async () => {
  let end = () => undefined as void;
  let hasEnded = false;
  const { jobs, seen } = await startGreeter(async ({ id }) => {
    if (id === 'first') return;
    await new Promise<void>((resolve) => (end = resolve));
    hasEnded = true;
  });
  await jobs.enqueue(greet, { id: 'long' });
  await eventually(() => (seen().includes('long') ? true : undefined));
  const closed = jobs.close();
  end();
  await closed;
  expect(hasEnded).toBe(true);
});

it.each([
  ['refuse', 15],
  ['stall', 2],
] as const)(
  'tells once that its Redis is gone (%s), and once that it is back',
  async (fault, runsWithoutIt) => {
    const proxy = await startRedisFaultProxy(testRedisUrl());
    const { log, lines } = createTestLog();
    // A run whose end was lost with the connection is told by itself.
    const outageLines = () => lines.filter(({ err }) => !String(err).startsWith('Missing key for job'));
    let count = 0;
    const handler = defineJobHandler({ job: tick, run: async () => void (count += 1) });
    await start([tick], [handler], { redisUrl: proxy.url, log });
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
    const gone = [40, 'the Redis of the queue is away: recurring jobs run in this process'];
    const back = [30, 'the Redis of the queue is back'];
    expect(outageLines().map(({ level, msg }) => [level, msg])).toEqual([gone, back, gone, back]);
    proxy.close();
  },
);

it('warns once of a job that lacks something it needs, and says when it works again', async () => {
  const { log, lines } = createTestLog();
  let count = 0;
  const handler = defineJobHandler({
    job: tick,
    async run() {
      count += 1;
      if (count < 6) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  await start([tick], [handler], { log });
  await eventually(() => (count >= 8 ? true : undefined));
  expect(lines.map(({ level, job, msg }) => [level, job, msg])).toEqual([
    [40, 'tick', 'job failed: something that it needs is away'],
    [30, 'tick', 'job works again'],
  ]);
});

it('logs every failure of a job that is a fault of ours as an error', async () => {
  const { log, lines } = createTestLog();
  const run = async () => {
    throw new Error('as every time');
  };
  await start([tick], [defineJobHandler({ job: tick, run })], { log });
  await eventually(() => (lines.length >= 3 ? true : undefined));
  expect(new Set(lines.map(({ level, msg }) => `${level} ${msg}`))).toEqual(new Set(['50 job failed']));
});
