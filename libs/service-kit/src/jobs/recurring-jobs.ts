import type { Queue } from 'bullmq';
import type { JobDefinition } from './define-job.ts';
import type { CallQueue } from './job-queue.ts';

/**
 * Maintains a BullMQ job scheduler for each definition with `everyMs`, so that one of all replicas runs the job. Each process
 * checks the schedule at the same interval and recreates a missing one. If Redis does not respond, or if no worker has run
 * the job when it was due, the job runs in this process.
 */
export function startRecurringJobs(
  definitions: readonly JobDefinition[],
  queue: Queue,
  callQueue: CallQueue,
  runInProcess: (job: string) => void,
) {
  async function isScheduled(job: string, everyMs: number): Promise<boolean> {
    const isOnSchedule = await callQueue('job schedule not checked', async () => {
      const schedule = await queue.getJobScheduler(job);
      if (schedule?.every === everyMs) return (schedule.next ?? 0) + 2 * everyMs > Date.now();
      // The library keeps the offset of another interval, and after a missed run waits for as long as that was.
      if (schedule) await queue.removeJobScheduler(job);
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
    // The first check precedes the connection, so the job runs once at start and finds unfinished work of earlier processes.
    void check();
    return { check, timer: setInterval(() => void check(), everyMs) };
  }

  const started = definitions.flatMap(({ name, everyMs }) => (everyMs ? [start(name, everyMs)] : []));
  return {
    checkSchedules: () => started.forEach(({ check }) => void check()),
    stop: () => started.forEach(({ timer }) => clearInterval(timer)),
  };
}
