import type { FastifyBaseLogger } from 'fastify';

export interface Sweeper {
  /** Asks for a sweep now. */
  wake(): void;
  /** Ends after the sweeps under way. */
  stop(): Promise<void>;
}

/** One that waits for a slow provider does not hold up the others; leases keep them apart. */
const atOnce = 4;

/** Sweeps at an interval of its own, so that nothing depends on the queue; `wake` makes it prompt. */
export function startSweeper(sweep: () => Promise<void>, everyMs: number, log: FastifyBaseLogger): Sweeper {
  const running = new Set<Promise<void>>();
  let isAskedAgain = false;
  let isStopped = false;

  function run(): void {
    if (isStopped) return;
    if (running.size >= atOnce) {
      isAskedAgain = true;
      return;
    }
    isAskedAgain = false;
    const one = sweep()
      .catch((error: unknown) => log.error({ err: error }, 'sweep'))
      .finally(() => {
        running.delete(one);
        if (isAskedAgain) run();
      });
    running.add(one);
  }

  const timer = setInterval(run, everyMs);
  return {
    wake: run,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
