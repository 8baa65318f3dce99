import type { AppError } from '../app-error.ts';
import type { Client, ClientMax } from './client.ts';

export function createCounts() {
  const byName = new Map<string, number>();
  let total = 0;
  function change(client: Client, by: 1 | -1): void {
    total += by;
    for (const { name } of client) {
      const count = (byName.get(name) ?? 0) + by;
      if (count === 0) byName.delete(name);
      else byName.set(name, count);
    }
  }
  return {
    total: () => total,
    of: (name: string) => byName.get(name) ?? 0,
    /** Adds one, and returns how to remove it. */
    add(client: Client): () => void {
      change(client, 1);
      return () => change(client, -1);
    },
  };
}

export interface ConcurrencyMax {
  /** Limit of all clients together; none by default. */
  all?: number;
  perClient?: ClientMax;
}

/** Limits what this process has at once, such as open streams or waiting computations, of one client and of all. */
export interface Concurrency {
  count(): number;
  /** How much of its limit a client has: from 1 there is no room for more. */
  getShare(client: Client): number;
  /** The error over the limit of the client, else over that of all; without a client only that of all. */
  findRefusal(client?: Client): AppError | undefined;
  /** Adds one, and returns how to remove it. */
  add(client?: Client): () => void;
  /** Adds one, or throws over a limit; returns how to remove it. */
  enter(client?: Client): () => void;
}

/** @param toError the error over the limit of one client, or over that of all */
export function concurrency(
  { all = Infinity, perClient = {} }: ConcurrencyMax,
  toError: (limit: 'client' | 'all') => AppError,
): Concurrency {
  const counts = createCounts();
  // Once, because creating an error costs more than the rest of a refusal.
  const [ofClient, ofAll] = [toError('client'), toError('all')];
  const getShare = (client: Client) =>
    Math.max(0, ...client.map(({ kind, name }) => counts.of(name) / (perClient[kind] ?? Infinity)));
  const findRefusal = (client: Client = []) => {
    if (getShare(client) >= 1) return ofClient;
    return counts.total() >= all ? ofAll : undefined;
  };
  const add = (client: Client = []) => counts.add(client);
  return {
    count: counts.total,
    getShare,
    findRefusal,
    add,
    enter(client) {
      const refusal = findRefusal(client);
      if (refusal) throw refusal;
      return add(client);
    },
  };
}
