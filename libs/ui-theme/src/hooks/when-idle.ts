const restMs = 2000;

/** Runs `task` once the page has come to rest, so that the first screen has the line and the processor to itself. The answer calls it off. */
export function whenIdle(task: () => void): () => void {
  const onceIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 0));
  let isOff = false;
  const timer = window.setTimeout(() => onceIdle(() => !isOff && task()), restMs);
  return () => {
    isOff = true;
    window.clearTimeout(timer);
  };
}
