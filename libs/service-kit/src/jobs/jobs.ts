import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker, type ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

/** A connection that went silent never ends its blocking read: after this the queue is left, and jobs under way are found again later. */
const closeLimitMs = 5000;

/** What a job is called, how often it runs by itself and what it carries (ids only). */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** Runs by itself every so many milliseconds. */
  readonly everyMs?: number;
  readonly attempts?: number;
}

export function defineJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition;
}

export interface JobHandler<Payload extends z.ZodType = z.ZodType> {
  readonly job: JobDefinition<Payload>;
  run(payload: z.output<Payload>): Promise<void>;
}

export function defineJobHandler<Payload extends z.ZodType>(
  handler: JobHandler<Payload>,
): JobHandler<Payload> {
  return handler;
}

export interface Jobs {
  /** Puts a job into the queue. False when Redis is away: the sweep that `everyMs` gives finds the work later. */
  enqueue<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
  ): Promise<boolean>;
  close(): Promise<void>;
}

export interface JobsOptions {
  /** Queue name; one queue a service. */
  name: string;
  redisUrl: string;
  definitions: readonly JobDefinition[];
  handlers: readonly JobHandler[];
  log: FastifyBaseLogger;
  /** Tests that share a Redis keep apart by it. */
  prefix?: string;
}

/**
 * Starts the service's queue and worker. A definition without a handler fails the boot. Without Redis the service starts
 * all the same and the queue begins to work when Redis is back.
 */
export async function startJobs({
  name,
  redisUrl,
  definitions,
  handlers,
  log,
  prefix = '{jobs}',
}: JobsOptions): Promise<Jobs> {
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));
  for (const { name: job } of definitions)
    if (!byName.has(job)) throw new Error(`The job ${job} has no handler.`);

  const producer = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2000,
  });
  const consumer = new Redis(redisUrl, { maxRetriesPerRequest: null });
  for (const connection of [producer, consumer]) connection.on('error', () => undefined);

  const queue = new Queue(name, { connection: producer as ConnectionOptions, prefix });
  queue.on('error', (error) => log.warn({ err: error.message }, 'queue'));
  const worker = new Worker(
    name,
    async ({ name: job, data }) => {
      const handler = byName.get(job);
      if (!handler) throw new Error(`The job ${job} has no handler.`);
      await handler.run(handler.job.payload.parse(data) as never);
    },
    { connection: consumer as ConnectionOptions, prefix, concurrency: 4 },
  );
  worker.on('error', (error) => log.warn({ err: error.message }, 'worker'));
  worker.on('failed', (job, error) => log.error({ job: job?.name, err: error.message }, 'job failed'));

  const schedule = async () => {
    for (const { name: job, everyMs } of definitions) {
      if (everyMs)
        await queue.upsertJobScheduler(
          job,
          { every: everyMs },
          { name: job, data: {}, opts: { removeOnComplete: true, removeOnFail: 20 } },
        );
    }
  };
  producer.on(
    'ready',
    () => void schedule().catch((error: Error) => log.warn({ err: error.message }, 'scheduling')),
  );

  return {
    async enqueue(job, payload) {
      // The queue would wait for a Redis that it has not met yet, and the caller's request with it.
      if (producer.status !== 'ready') return false;
      try {
        await queue.add(job.name, payload, {
          attempts: job.attempts ?? 5,
          backoff: { type: 'exponential', delay: 500 },
          removeOnComplete: true,
          removeOnFail: 100,
        });
        return true;
      } catch (error) {
        log.warn({ err: (error as Error).message, job: job.name }, 'job not queued');
        return false;
      }
    },
    async close() {
      const finished = Promise.allSettled([worker.close(), queue.close()]);
      const hasFinished = await Promise.race([
        finished.then(() => true),
        delay(closeLimitMs, false, { ref: false }),
      ]);
      if (!hasFinished) {
        log.warn('the queue did not close in time');
        void Promise.allSettled([worker.disconnect(), queue.disconnect()]);
      }
      producer.disconnect();
      consumer.disconnect();
    },
  };
}
