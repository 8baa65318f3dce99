import type { Queue } from 'bullmq';
import type { JobDefinition } from './define-job.ts';

type CallQueue = <Result>(what: string, call: () => Promise<Result>) => Promise<Result | undefined>;

export interface RecurringJobs {
  /** Looks at the schedules now. */
  checkSchedules(): void;
  stop(): void;
}

/**
 * Keeps a BullMQ job scheduler for each definition with `everyMs`, so that of all replicas one runs it. Each process looks
 * at the schedule at the same interval: one that is missing or was flushed is put back; where Redis does not answer, or
 * no worker took the run that was due, the job runs here.
 */
export function startRecurringJobs(
  definitions: readonly JobDefinition[],
  queue: Queue,
  callQueue: CallQueue,
  runInProcess: (job: string) => void,
): RecurringJobs {
  async function isScheduled(job: string, everyMs: number): Promise<boolean> {
    const isOnSchedule = await callQueue('schedule', async () => {
      const schedule = await queue.getJobScheduler(job);
      if (schedule?.every === everyMs) return (schedule.next ?? 0) + 2 * everyMs > Date.now();
      await queue.upsertJobScheduler(
        job,
        { every: everyMs },
        { name: job, data: {}, opts: { removeOnComplete: true, removeOnFail: 20 } },
      );
      return true;
    });
    return isOnSchedule ?? false;
  }

  function start(job: string, everyMs: number) {
    let isChecking = false;
    const check = async () => {
      if (isChecking) return;
      isChecking = true;
      if (!(await isScheduled(job, everyMs))) runInProcess(job);
      isChecking = false;
    };
    // The first look comes before the connection: what a process that ended has left is found without the queue.
    void check();
    return { look: check, timer: setInterval(check, everyMs) };
  }

  const started = definitions.flatMap(({ name, everyMs }) => (everyMs ? [start(name, everyMs)] : []));
  return {
    checkSchedules: () => started.forEach(({ look }) => void look()),
    stop: () => started.forEach(({ timer }) => clearInterval(timer)),
  };
}
