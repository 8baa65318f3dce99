import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, Worker, type ConnectionOptions } from 'bullmq';
import { Counter } from 'prom-client';
import { createRequestContext, getRequestContext, runInRequestContext } from '../request-context.ts';
import { runInSpan } from '../tracing/spans.ts';
import type { JobHandler, Reschedule } from './define-job.ts';
import type { JobQueue } from './job-queue.ts';
import { startRecurringJobs } from './recurring-jobs.ts';

/** Closing is abandoned after this, because the blocking read of an unresponsive connection never ends. */
const closeTimeoutMs = 5000;

/** Shorter than BullMQ's default of 15 s, for which the worker would not process jobs after an outage of Redis. */
const retryDelayMs = 1_000;

/** Limit of concurrent runs of one job in this process without the queue; the next recurring run does the remaining work. */
const maxInProcessRuns = 4;

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
 * Starts the worker of the service's queue with its handlers. While Redis is unavailable it starts nevertheless, and recurring jobs
 * run in this process.
 *
 * @param concurrency number of jobs of the queue that this process runs concurrently
 */
export function startJobWorker(
  { options: { name, prefix, log, metrics }, worker: connection }: JobQueue,
  handlers: readonly JobHandler[],
  concurrency = 4,
) {
  const { queue, callQueue, producer, consumer, inProcess, reportError, jobLogger } = connection;
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));

  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of background jobs.',
    labelNames: ['job', 'outcome'],
    registers: [metrics],
  });
  const running = new Set<Promise<Reschedule | void>>();
  let isClosing = false;

  async function run(job: string, payload: unknown, traceparent?: string): Promise<Reschedule | void> {
    const handler = byName.get(job);
    if (!handler) throw new Error(`The job ${job} has no handler.`);
    const runPromise = runInSpan(`job ${job}`, traceparent, () =>
      runInRequestContext(createRequestContext(undefined, traceparent), () =>
        handler.run(handler.job.payload.parse(payload) as never),
      ),
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
    run(job, payload, getRequestContext()?.traceparent)
      .catch((error: Error) => jobLogger.failed(job, error))
      .finally(() => inProcessRuns.set(job, (inProcessRuns.get(job) ?? 1) - 1));
  }

  const worker = new Worker(
    name,
    async (job, token) => {
      const result = await run(job.name, job.data, job.opts.telemetry?.metadata);
      if (!result) return;
      await job.moveToDelayed(Date.now() + Math.max(1, result.rescheduleInMs), token);
      throw new DelayedError();
    },
    { connection: consumer as ConnectionOptions, prefix, concurrency, runRetryDelay: retryDelayMs },
  );
  worker.on('error', (error) => {
    if (!isClosing) reportError('worker', error);
    if (error.name === 'ReplyError') pauseBriefly(worker);
  });
  worker.on('failed', (job, error) => jobLogger.failed(job?.name, error));

  const definitions = handlers.map(({ job }) => job);
  const recurring = startRecurringJobs(definitions, queue, callQueue, (job) => runInProcess(job, {}));
  producer.on('ready', () => recurring.checkSchedules());
  inProcess.on('run', runInProcess);

  return {
    /** Accepts no more jobs and resolves after the running ones have finished. */
    async close(): Promise<void> {
      isClosing = true;
      recurring.stop();
      const finished = Promise.allSettled([worker.close()]);
      while (running.size > 0) await Promise.allSettled(running);
      const timeoutMs = consumer.status === 'ready' ? closeTimeoutMs : 0;
      const hasFinished = await Promise.race([
        finished.then(() => true),
        delay(timeoutMs, false, { ref: false }),
      ]);
      if (hasFinished) return;
      log.warn('job queue did not close in time');
      void worker.disconnect().catch(() => undefined);
    },
  };
}
