import { rateLimited } from './errors.ts';

/** Creates a counter of calls per second of system time, which throws Stripe's 429; 0 disables the limit. */
export function createRateLimit(perSecond: number): () => void {
  let currentSecond = 0;
  let calls = 0;
  return () => {
    if (perSecond === 0) return;
    const now = Math.floor(Date.now() / 1000);
    calls = now === currentSecond ? calls + 1 : 1;
    currentSecond = now;
    if (calls > perSecond) throw rateLimited();
  };
}
