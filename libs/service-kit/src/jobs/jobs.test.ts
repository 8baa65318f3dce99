import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, testRedisUrl, uniqueName } from '../testing/index.ts';
import {
  defineJob,
  defineJobHandler,
  startJobs,
  type JobDefinition,
  type JobHandler,
  type Jobs,
} from './jobs.ts';

const { log } = Fastify({ logger: { level: 'silent' } });
const greet = defineJob({ name: 'greet', payload: z.object({ id: z.string() }) });
const tick = defineJob({ name: 'tick', payload: z.object({}), everyMs: 200 });

let jobs: Jobs | undefined;
afterEach(async () => {
  await jobs?.close();
  jobs = undefined;
});

const start = (definitions: JobDefinition[], handlers: JobHandler[], redisUrl = testRedisUrl()) =>
  startJobs({ name: 'test', redisUrl, definitions, handlers, log, prefix: uniqueName('{jobs}') });

it('does not start with a job that nobody handles', async () => {
  await expect(start([greet], [])).rejects.toThrow('The job greet has no handler.');
});

it('runs what is enqueued and what is due by itself', async () => {
  const seen: string[] = [];
  const handlers = [
    defineJobHandler({ job: greet, run: async ({ id }) => void seen.push(id) }),
    defineJobHandler({ job: tick, run: async () => void seen.push('tick') }),
  ] as unknown as JobHandler[];
  jobs = await start([greet, tick], handlers);
  await eventually(() => (seen.includes('tick') ? true : undefined));
  expect(await jobs.enqueue(greet, { id: 'b1' })).toBe(true);
  await eventually(() => (seen.includes('b1') ? true : undefined));
});

it('tells at once that nothing was queued when Redis is away, and closes all the same', async () => {
  const alone = await start([], [], 'redis://127.0.0.1:9');
  expect(await alone.enqueue(greet, { id: 'b2' })).toBe(false);
  const before = Date.now();
  await alone.close();
  expect(Date.now() - before).toBeLessThan(10_000);
});
