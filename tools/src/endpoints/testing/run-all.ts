/** Requests at a time. */
const concurrency = 24;

/** Runs a task for each item, some of them at a time, and returns the results in order. */
export async function runAll<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
