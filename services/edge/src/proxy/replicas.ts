const ejectionMs = 2000;

export interface Replicas {
  readonly size: number;
  /** The next address in turn; replicas that failed a moment ago come only when no other is left. */
  next(without?: ReadonlySet<string>): string | undefined;
  /** Lets an address rest: it could not be reached. */
  markFailed(address: string): void;
  /** It answered: it takes its turn again. */
  markHealthy(address: string): void;
}

/** Turns over the replicas of one service. */
export function createReplicas(addresses: readonly string[], now: () => number = Date.now): Replicas {
  const ejectedUntil = new Map<string, number>();
  let nextIndex = 0;
  return {
    size: addresses.length,
    next(without = new Set()) {
      const rotated = addresses.map((_, index) => addresses[(nextIndex + index) % addresses.length]!);
      nextIndex = (nextIndex + 1) % addresses.length;
      const candidates = rotated.filter((address) => !without.has(address));
      return candidates.find((address) => (ejectedUntil.get(address) ?? 0) <= now()) ?? candidates[0];
    },
    markFailed: (address) => void ejectedUntil.set(address, now() + ejectionMs),
    markHealthy: (address) => void ejectedUntil.delete(address),
  };
}
