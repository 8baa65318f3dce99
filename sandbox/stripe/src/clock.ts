/** The sandbox's clock: the system time plus the offset that tests have added. Stripe's timestamps are Unix seconds. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Seconds since the epoch, as in every `created`. */
  now(): number;
  /** Moves the clock forward and returns the new offset, which the caller has to store. */
  advance(ms: number): number;
  set(offsetMs: number): void;
}

export function createClock(offsetMs = 0): Clock {
  let offset = offsetMs;
  const nowMs = () => Date.now() + offset;
  return {
    nowMs,
    now: () => Math.floor(nowMs() / 1000),
    advance: (ms) => (offset += ms),
    set: (ms) => {
      offset = ms;
    },
  };
}
