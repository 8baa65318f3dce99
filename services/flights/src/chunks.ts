import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits for the next event loop iteration; concurrent callers each get an iteration of their own. */
function yieldToEventLoop(): Promise<void> {
  const turn = lastTurn.then(() => setImmediate());
  lastTurn = turn;
  return turn;
}

/**
 * Processes a long list in chunks and yields to the event loop before each one, so that the results of many searches do not
 * delay lock renewals or the early results of other searches.
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
