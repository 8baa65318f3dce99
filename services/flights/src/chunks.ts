import { setImmediate } from 'node:timers/promises';

let lastIteration: Promise<unknown> = Promise.resolve();

/** Waits for the next event loop iteration; concurrent callers get separate iterations. */
function yieldToEventLoop(): Promise<void> {
  const iteration = lastIteration.then(() => setImmediate());
  lastIteration = iteration;
  return iteration;
}

/**
 * Processes a long list in chunks and yields to the event loop before each one, so that lock renewals and
 * early results of other searches are not delayed.
 */
export async function processInChunks<T>(
  list: readonly T[],
  chunkSize: number,
  process: (chunk: readonly T[]) => void | Promise<void>,
): Promise<void> {
  for (let start = 0; start < list.length; start += chunkSize) {
    await yieldToEventLoop();
    await process(list.slice(start, start + chunkSize));
  }
}
