import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, Queue, Worker, type ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Registry } from 'prom-client';
import type { z } from 'zod';
import { createMinuteLimit } from '../limits/memory-window.ts';
import { createRequestContext, runInRequestContext } from '../request-context.ts';
import type { JobDefinition, JobHandler, Reschedule } from './define-job.ts';
import { createJobLogger } from './job-logger.ts';
import { startRecurringJobs } from './recurring-jobs.ts';

/** Closing the queue is abandoned after this, because the blocking read of an unresponsive connection never ends. */
const closeTimeoutMs = 5000;

/** Shorter than BullMQ's default of 15 s, for which the worker would not process jobs after an outage of Redis. */
const retryDelayMs = 1_000;

/** The message of ioredis when a command gets no response within its timeout. */
const commandTimedOut = 'Command timed out';

/** Limit of concurrent runs of one job in this process without the queue; the next recurring run does the remaining work. */
const maxInProcessRuns = 4;

interface EnqueueOptions {
  /**
   * Derived from the id of the row that the job is for; must not be an integer or contain a colon. While a job with this id
   * is waiting or running, enqueuing it again adds no job; without a delay, a delayed job then runs immediately.
   */
  jobId?: string;
  /** Delay in milliseconds. */
  delayMs?: number;
}

export interface Jobs {
  /**
   * Adds a job to the queue. Returns false when Redis is unavailable; a recurring job must then find the work later. Call it
   * after the commit of the transaction that the job depends on.
   */
  enqueue<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<boolean>;
  /** Removes a waiting job from the queue. Does not stop a running job; does nothing while Redis is unavailable. */
  remove(jobId: string): Promise<void>;
  /** The number of delayed jobs; 0 while Redis is unavailable. */
  countDelayed(): Promise<number>;
  /** Runs a job in this process without the queue; does nothing at the limit of concurrent runs of the same job. */
  runInProcess<Payload extends z.ZodType>(job: JobDefinition<Payload>, payload: z.input<Payload>): void;
  /** Accepts no more jobs and resolves after the running ones have finished. */
  close(): Promise<void>;
}

export interface JobsOptions {
  /** Queue name; each service has one queue. */
  name: string;
  /** The Redis that never evicts. */
  redisUrl: string;
  handlers: readonly JobHandler[];
  log: FastifyBaseLogger;
  /** Key prefix, which isolates tests that share a Redis. */
  prefix?: string;
  /** Number of jobs of the queue that this process runs concurrently. */
  concurrency?: number;
  /** The service's registry, `app.metrics`, for the counter of runs. */
  metrics?: Registry;
}

/** The beginning of the message, because the rest may name a job: `OOM command not`, `Missing lock for`. */
const toErrorKind = ({ message }: Error): string => message.split(' ', 3).join(' ');

/**
 * Pauses a worker whose command Redis has refused, for example because its memory is full: BullMQ waits only when the connection
 * is lost, and otherwise repeats the command at once, thousands of times a second.
 */
function pauseBriefly(worker: Worker): void {
  if (worker.isPaused()) return;
  void worker.pause(true);
  setTimeout(() => void worker.resume(), retryDelayMs).unref();
}

/**
 * Starts the service's queue and worker. While Redis is unavailable the service starts nevertheless, recurring jobs run in
 * this process, and the queue is used as soon as Redis is available.
 */
export async function startJobs({
  name,
  redisUrl,
  handlers,
  log,
  prefix = '{jobs}',
  concurrency = 4,
  metrics = new Registry(),
}: JobsOptions): Promise<Jobs> {
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));

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
  const queueErrors = new Counter({
    name: 'job_queue_errors_total',
    help: 'Commands of the job queue that Redis refused or that failed for another reason than its connection.',
    registers: [metrics],
  });
  const mayWarn = createMinuteLimit();
  function reportError(message: string, error: Error): void {
    if (isClosing) return;
    // A socket error is emitted before the status of the connection changes.
    const isLost = 'syscall' in error || error.message === commandTimedOut;
    if (isLost || !isConnected()) return jobLogger.redisUnavailable(error);
    queueErrors.inc();
    if (mayWarn(`${message}: ${toErrorKind(error)}`)) log.warn({ err: error.message }, message);
  }

  const queue = new Queue(name, { connection: producer as ConnectionOptions, prefix });
  queue.on('error', (error) => reportError('queue', error));
  const worker = new Worker(
    name,
    async (job, token) => {
      const result = await run(job.name, job.data);
      if (!result) return;
      await job.moveToDelayed(Date.now() + Math.max(1, result.rescheduleInMs), token);
      throw new DelayedError();
    },
    { connection: consumer as ConnectionOptions, prefix, concurrency, runRetryDelay: retryDelayMs },
  );
  worker.on('error', (error) => {
    reportError('worker', error);
    if (error.name === 'ReplyError') pauseBriefly(worker);
  });
  worker.on('failed', (job, error) => jobLogger.failed(job?.name, error));

  // Checked before each call, because the queue waits for its first connection, and the caller's request would wait too.
  const isProducerReady = () => producer.status === 'ready';

  /** The result of a call to the queue; undefined when Redis is unavailable or does not respond. */
  async function callQueue<Result>(
    failureMessage: string,
    call: () => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!isProducerReady()) return undefined;
    try {
      const result = await call();
      reportRedisAvailable();
      return result;
    } catch (error) {
      reportError(failureMessage, error as Error);
      return undefined;
    }
  }

  const definitions = handlers.map(({ job }) => job);
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
          // A failed job that is kept would block its id.
          removeOnFail: jobId === undefined ? 100 : true,
        });
        const mustRunNow = jobId !== undefined && delayMs <= 0 && (await entry.isDelayed());
        if (mustRunNow) await entry.promote().catch(() => undefined);
        return true;
      });
      return added ?? false;
    },
    async remove(jobId) {
      await callQueue('job not removed', () => queue.remove(jobId));
    },
    countDelayed: async () =>
      (await callQueue('delayed jobs not counted', () => queue.getDelayedCount())) ?? 0,
    runInProcess: (job, payload) => runInProcess(job.name, payload),
    async close() {
      isClosing = true;
      recurring.stop();
      const finished = Promise.allSettled([worker.close(), queue.close()]);
      while (running.size > 0) await Promise.allSettled(running);
      const timeoutMs = consumer.status === 'ready' ? closeTimeoutMs : 0;
      const hasFinished = await Promise.race([
        finished.then(() => true),
        delay(timeoutMs, false, { ref: false }),
      ]);
      if (!hasFinished) {
        log.warn('job queue did not close in time');
        void Promise.allSettled([worker.disconnect(), queue.disconnect()]);
      }
      producer.disconnect();
      consumer.disconnect();
    },
  };
}
