import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { processInChunks } from './chunks.ts';

describe('processInChunks', () => {
  it('processes chunks in order, and nothing for an empty list', async () => {
    const seen: number[][] = [];
    await processInChunks([1, 2, 3, 4, 5], 2, (chunk) => void seen.push([...chunk]));
    await processInChunks([], 2, (chunk) => void seen.push([...chunk]));
    expect(seen).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('processes no two chunks in one event loop iteration, however many lists there are', async () => {
    let iteration = 0;
    let isDone = false;
    const count = async () => {
      while (!isDone) {
        await setImmediate();
        iteration += 1;
      }
    };
    const counting = count();
    const iterations: number[] = [];
    await Promise.all(
      [1, 2, 3].map(() => processInChunks([1, 2, 3, 4], 1, () => void iterations.push(iteration))),
    );
    isDone = true;
    await counting;
    expect(iterations).toHaveLength(12);
    expect(new Set(iterations).size).toBe(12);
  });

  it('stops at the first failure', async () => {
    const seen: number[] = [];
    const work = processInChunks([1, 2, 3], 1, ([entry]) => {
      if (entry === 2) throw new Error('no more');
      seen.push(entry ?? 0);
    });
    await expect(work).rejects.toThrow('no more');
    expect(seen).toEqual([1]);
  });
});
