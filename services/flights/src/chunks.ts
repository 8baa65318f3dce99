import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop that nobody else who waits here gets. */
function yieldToEventLoop(): Promise<void> {
  const turn = last.then(() => setImmediate());
  last = turn;
  return turn;
}

/**
 * Works through a long list a few entries at a time. Between them others have theirs: the results of many searches come at
 * once, and neither the heartbeat of a lock nor the early results of another search must wait for all of them.
 */
export async function processInChunks<T>(
  list: readonly T[],
  size: number,
  work: (few: readonly T[]) => void | Promise<void>,
): Promise<void> {
  for (let begin = 0; begin < list.length; begin += size) {
    await yieldToEventLoop();
    await work(list.slice(begin, begin + size));
  }
}
