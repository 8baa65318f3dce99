import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { processInChunks } from './chunks.ts';

describe('long lists in turns', () => {
  it('are worked through in their order, a few at a time, and not at all when empty', async () => {
    const seen: number[][] = [];
    await processInChunks([1, 2, 3, 4, 5], 2, (few) => void seen.push([...few]));
    await processInChunks([], 2, (few) => void seen.push([...few]));
    expect(seen).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('leave room for others however many there are: no two pieces in one turn of the event loop', async () => {
    let turn = 0;
    let isOver = false;
    const count = async () => {
      while (!isOver) {
        await setImmediate();
        turn += 1;
      }
    };
    const counting = count();
    const turns: number[] = [];
    await Promise.all([1, 2, 3].map(() => processInChunks([1, 2, 3, 4], 1, () => void turns.push(turn))));
    isOver = true;
    await counting;
    expect(turns).toHaveLength(12);
    expect(new Set(turns).size).toBe(12);
  });

  it('stop at the first failure', async () => {
    const seen: number[] = [];
    const work = processInChunks([1, 2, 3], 1, ([entry]) => {
      if (entry === 2) throw new Error('no more');
      seen.push(entry ?? 0);
    });
    await expect(work).rejects.toThrow('no more');
    expect(seen).toEqual([1]);
  });
});
