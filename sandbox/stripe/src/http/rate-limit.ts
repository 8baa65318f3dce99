import { rateLimited } from './errors.ts';

/** Counts calls in a window of one real second; 0 allows any number. */
export function createRateLimit(perSecond: number): () => void {
  let second = 0;
  let calls = 0;
  return () => {
    if (perSecond === 0) return;
    const now = Math.floor(Date.now() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    if (calls > perSecond) throw rateLimited();
  };
}
