import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, Queue, Worker, type ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Registry } from 'prom-client';
import type { z } from 'zod';
import { createRequestContext, runInRequestContext } from '../request-context.ts';
import type { JobDefinition, JobHandler, Reschedule } from './define-job.ts';
import { createJobLogger } from './job-logger.ts';
import { startRecurringJobs } from './recurring-jobs.ts';

/** A connection that went silent never ends its blocking read: after this the queue is left open. */
const closeTimeoutMs = 5000;

/** BullMQ's own 15 s is how long a queue would stand still after its Redis is back. */
const reconnectDelayMs = 1_000;

/** What ioredis says of a server that took a command and does not answer. */
const commandTimedOut = 'Command timed out';

/** How many runs of one job this process takes on without the queue; the next recurring run finds the rest. */
const maxInProcessRuns = 4;

export interface EnqueueOptions {
  /**
   * Derived from the id of the row that the job is for; not an integer, no colon. While a job of this id waits or runs,
   * enqueuing it again adds none; without a delay one that waits runs now.
   */
  jobId?: string;
  /** Milliseconds from now. */
  delayMs?: number;
}

export interface Jobs {
  /**
   * Puts a job into the queue. False when Redis does not take it: a recurring job finds the work later. Call it after the
   * commit that it belongs to.
   */
  enqueue<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<boolean>;
  /** Takes a job that waits out of the queue. One that runs already goes on; without Redis nothing happens. */
  remove(jobId: string): Promise<void>;
  /** Runs a job in this process, past the queue; does nothing when this process is busy with several of the kind. */
  runInProcess<Payload extends z.ZodType>(job: JobDefinition<Payload>, payload: z.input<Payload>): void;
  /** Takes on no more jobs and ends after those under way. */
  close(): Promise<void>;
}

export interface JobsOptions {
  /** Queue name; one queue a service. */
  name: string;
  /** The Redis that never evicts. */
  redisUrl: string;
  definitions: readonly JobDefinition[];
  handlers: readonly JobHandler[];
  log: FastifyBaseLogger;
  /** Tests that share a Redis keep apart by it. */
  prefix?: string;
  /** How many jobs of the queue this process works on at once. */
  concurrency?: number;
  /** The service's own, `app.metrics`, gets a count of runs. */
  metrics?: Registry;
}

/**
 * Starts the service's queue and worker. A definition without a handler fails the boot. Without Redis the service starts
 * all the same, recurring jobs run in this process, and the queue begins to work when Redis is back.
 */
export async function startJobs({
  name,
  redisUrl,
  definitions,
  handlers,
  log,
  prefix = '{jobs}',
  concurrency = 4,
  metrics = new Registry(),
}: JobsOptions): Promise<Jobs> {
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));
  for (const { name: job } of definitions)
    if (!byName.has(job)) throw new Error(`The job ${job} has no handler.`);

  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of background jobs.',
    labelNames: ['job', 'outcome'],
    registers: [metrics],
  });
  const jobLogger = createJobLogger(log);
  const running = new Set<Promise<Reschedule | void>>();
  let isClosing = false;

  async function run(job: string, payload: unknown): Promise<Reschedule | void> {
    const handler = byName.get(job);
    if (!handler) throw new Error(`The job ${job} has no handler.`);
    const runPromise = runInRequestContext(createRequestContext(), () =>
      handler.run(handler.job.payload.parse(payload) as never),
    );
    running.add(runPromise);
    try {
      const result = await runPromise;
      runs.inc({ job, outcome: 'completed' });
      jobLogger.completed(job);
      return result;
    } catch (error) {
      runs.inc({ job, outcome: 'failed' });
      throw error;
    } finally {
      running.delete(runPromise);
    }
  }

  const inProcessRuns = new Map<string, number>();
  function runInProcess(job: string, payload: unknown): void {
    const count = inProcessRuns.get(job) ?? 0;
    if (isClosing || count >= maxInProcessRuns) return;
    inProcessRuns.set(job, count + 1);
    run(job, payload)
      .catch((error: Error) => jobLogger.failed(job, error))
      .finally(() => inProcessRuns.set(job, (inProcessRuns.get(job) ?? 1) - 1));
  }

  const producer = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
  const consumer = new Redis(redisUrl, { maxRetriesPerRequest: null });
  for (const connection of [producer, consumer]) {
    connection.on('error', () => undefined);
    connection.on('ready', reportRedisAvailable);
  }
  const isConnected = () => producer.status === 'ready' && consumer.status === 'ready';
  function reportRedisAvailable(): void {
    if (isConnected()) jobLogger.redisAvailable();
  }
  function reportError(what: string, error: Error): void {
    if (isClosing) return;
    // A socket's own error comes before its connection counts as closed.
    const isLost = 'syscall' in error || error.message === commandTimedOut;
    if (isLost || !isConnected()) jobLogger.redisUnavailable(error);
    else log.warn({ err: error.message }, what);
  }

  const queue = new Queue(name, { connection: producer as ConnectionOptions, prefix });
  queue.on('error', (error) => reportError('queue', error));
  const worker = new Worker(
    name,
    async (job, token) => {
      const again = await run(job.name, job.data);
      if (!again) return;
      await job.moveToDelayed(Date.now() + Math.max(1, again.rescheduleInMs), token);
      throw new DelayedError();
    },
    { connection: consumer as ConnectionOptions, prefix, concurrency, runRetryDelay: reconnectDelayMs },
  );
  worker.on('error', (error) => reportError('worker', error));
  worker.on('failed', (job, error) => jobLogger.failed(job?.name, error));

  // The queue would wait for a Redis that it has not met yet, and the caller's request with it.
  const isProducerReady = () => producer.status === 'ready';

  /** The result of a call to the queue; undefined when Redis is away or does not answer. */
  async function callQueue<Result>(what: string, call: () => Promise<Result>): Promise<Result | undefined> {
    if (!isProducerReady()) return undefined;
    try {
      const result = await call();
      reportRedisAvailable();
      return result;
    } catch (error) {
      reportError(what, error as Error);
      return undefined;
    }
  }

  const recurring = startRecurringJobs(definitions, queue, callQueue, (job) => runInProcess(job, {}));
  producer.on('ready', () => recurring.checkSchedules());

  return {
    async enqueue(job, payload, { jobId, delayMs = 0 } = {}) {
      const added = await callQueue('job not queued', async () => {
        const entry = await queue.add(job.name, payload, {
          ...(jobId === undefined ? {} : { jobId }),
          delay: Math.max(0, Math.ceil(delayMs)),
          attempts: job.attempts ?? 5,
          backoff: { type: 'exponential', delay: 500 },
          removeOnComplete: true,
          // One that failed and stays would keep its id from being used again.
          removeOnFail: jobId === undefined ? 100 : true,
        });
        const waitsLonger = jobId !== undefined && delayMs <= 0 && (await entry.isDelayed());
        if (waitsLonger) await entry.promote().catch(() => undefined);
        return true;
      });
      return added ?? false;
    },
    async remove(jobId) {
      await callQueue('job not removed', () => queue.remove(jobId));
    },
    runInProcess: (job, payload) => runInProcess(job.name, payload),
    async close() {
      isClosing = true;
      recurring.stop();
      const finished = Promise.allSettled([worker.close(), queue.close()]);
      while (running.size > 0) await Promise.allSettled(running);
      const limitMs = consumer.status === 'ready' ? closeTimeoutMs : 0;
      const hasFinished = await Promise.race([
        finished.then(() => true),
        delay(limitMs, false, { ref: false }),
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
