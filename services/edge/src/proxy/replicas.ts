const restMs = 2000;

export interface Replicas {
  readonly size: number;
  /** The next address in turn; replicas that failed a moment ago come only when no other is left. */
  next(without?: ReadonlySet<string>): string | undefined;
  /** Lets an address rest: it could not be reached. */
  failed(address: string): void;
  /** It answered: it takes its turn again. */
  answered(address: string): void;
}

/** Turns over the replicas of one service. */
export function createReplicas(addresses: readonly string[], now: () => number = Date.now): Replicas {
  const restingUntil = new Map<string, number>();
  let turn = 0;
  return {
    size: addresses.length,
    next(without = new Set()) {
      const inTurn = addresses.map((_, index) => addresses[(turn + index) % addresses.length]!);
      turn = (turn + 1) % addresses.length;
      const left = inTurn.filter((address) => !without.has(address));
      return left.find((address) => (restingUntil.get(address) ?? 0) <= now()) ?? left[0];
    },
    failed: (address) => void restingUntil.set(address, now() + restMs),
    answered: (address) => void restingUntil.delete(address),
  };
}
