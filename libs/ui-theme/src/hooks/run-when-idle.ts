const idleDelayMs = 2000;

/** Runs `task` when the page is idle, so that it does not compete with the first screen for network and CPU. Returns a function that cancels it. */
export function runWhenIdle(task: () => void): () => void {
  const requestIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 0));
  let isCancelled = false;
  const timer = window.setTimeout(() => requestIdle(() => !isCancelled && task()), idleDelayMs);
  return () => {
    isCancelled = true;
    window.clearTimeout(timer);
  };
}
