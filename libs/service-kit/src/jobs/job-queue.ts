import { EventEmitter } from 'node:events';
import { Queue, type ConnectionOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Registry } from 'prom-client';
import type { z } from 'zod';
import { createMinuteLimit } from '../limits/memory-window.ts';
import { connectRedis, openRedis } from '../redis.ts';
import { getRequestContext } from '../request-context.ts';
import type { JobDefinition } from './define-job.ts';
import { createJobLogger } from './job-logger.ts';

/** The message of ioredis when a command gets no response within its timeout. */
const commandTimedOut = 'Command timed out';

interface EnqueueOptions {
  /**
   * Derived from the id of the row that the job is for; must not be an integer or contain a colon. While a job with this id
   * is waiting or running, enqueuing it again adds no job; without a delay, a delayed job then runs immediately.
   */
  jobId?: string;
  delayMs?: number;
}

/** The result of a call to the queue; undefined when Redis is unavailable or does not respond. */
export type CallQueue = <Result>(
  failureMessage: string,
  call: () => Promise<Result>,
) => Promise<Result | undefined>;

export interface JobQueueOptions {
  name: string;
  /** The Redis that never evicts. */
  redisUrl: string;
  log: FastifyBaseLogger;
  /** Key prefix, which isolates services and tests that share a Redis. */
  prefix: string;
  /** The service's registry, `app.metrics`, for the counters. */
  metrics: Registry;
}

/** The beginning of the message, because the rest may name a job: `OOM command not`, `Missing lock for`. */
const toErrorKind = ({ message }: Error): string => message.split(' ', 3).join(' ');

/** Opens the service's queue. While Redis is unavailable nothing is enqueued, and the queue is used as soon as it is available. */
export function createJobQueue(options: JobQueueOptions) {
  const { name, redisUrl, log, prefix, metrics } = options;
  const jobLogger = createJobLogger(log);
  let isClosing = false;

  const producer = connectRedis(redisUrl);
  const consumer = openRedis(redisUrl, { maxRetriesPerRequest: null });
  for (const connection of [producer, consumer]) connection.on('ready', reportRedisAvailable);
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
  // Checked before each call, because the queue waits for its first connection, and the caller's request would wait too.
  const callQueue: CallQueue = async (failureMessage, call) => {
    if (producer.status !== 'ready') return undefined;
    try {
      const result = await call();
      reportRedisAvailable();
      return result;
    } catch (error) {
      reportError(failureMessage, error as Error);
      return undefined;
    }
  };

  /** Emits the jobs that run without the queue. */
  const inProcess = new EventEmitter<{ run: [job: string, payload: unknown] }>();

  return {
    /**
     * Adds a job to the queue. Returns false when Redis is unavailable; a recurring job must then find the work later. Call it
     * after the commit of the transaction that the job depends on.
     */
    async enqueue<Payload extends z.ZodType>(
      job: JobDefinition<Payload>,
      payload: z.input<Payload>,
      { jobId, delayMs = 0 }: EnqueueOptions = {},
    ): Promise<boolean> {
      const added = await callQueue('job not queued', async () => {
        const entry = await queue.add(job.name, payload, {
          ...(jobId === undefined ? {} : { jobId }),
          telemetry: { metadata: getRequestContext()?.traceparent },
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
    /** Removes a waiting job from the queue. Does not stop a running job; does nothing while Redis is unavailable. */
    async remove(jobId: string): Promise<void> {
      await callQueue('job not removed', () => queue.remove(jobId));
    },
    /** The number of delayed jobs; 0 while Redis is unavailable. */
    countDelayed: async (): Promise<number> =>
      (await callQueue('delayed jobs not counted', () => queue.getDelayedCount())) ?? 0,
    /** Has the worker of this process run a job without the queue; it does nothing at its limit of runs of the same job. */
    runInProcess: <Payload extends z.ZodType>(job: JobDefinition<Payload>, payload: z.input<Payload>) =>
      void inProcess.emit('run', job.name, payload),
    /** Closes the connections; called after the worker has closed. */
    async close(): Promise<void> {
      isClosing = true;
      // Without a connection the queue never closes.
      if (producer.status === 'ready') await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
    options,
    /** What the worker shares with the queue. */
    worker: { queue, callQueue, producer, consumer, inProcess, reportError, jobLogger },
  };
}
export type JobQueue = ReturnType<typeof createJobQueue>;
