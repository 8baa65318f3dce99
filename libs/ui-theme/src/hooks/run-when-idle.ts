const idleDelayMs = 2000;

/** Runs `task` once the page has come to rest, so that the first screen has the line and the processor to itself. The answer calls it off. */
export function runWhenIdle(task: () => void): () => void {
  const requestIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 0));
  let isCancelled = false;
  const timer = window.setTimeout(() => requestIdle(() => !isCancelled && task()), idleDelayMs);
  return () => {
    isCancelled = true;
    window.clearTimeout(timer);
  };
}
