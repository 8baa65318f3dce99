import { ofNetwork, type Client, type ClientMax } from '../limits/client.ts';
import { createCounts } from '../limits/concurrency.ts';

/** A request that is unanswered for longer waits for a provider or another service, and not for this process. */
const workMs = 100;

/**
 * How many times the most requests at once may be unanswered of those that began in the last second or two. Without this limit a
 * process that has become so slow that all of its requests seem to wait would accept more and more.
 */
const defaultWaitingFactor = 4;
const waitMs = 1_000;

/**
 * On a public server a client network with this part of the requests of a kind gets no more while half of them are taken, an IPv4 /24 four
 * times as many: no client can have more than half, and while less is taken an office may load many pages at once.
 */
const clientParts: ClientMax = ofNetwork(1 / 8);

const createPeriod = (startedAt: number) => ({ startedAt, unanswered: createCounts() });

/** Counts requests that began within the last one to two periods and are unanswered. */
function createRecentCount(periodMs: number) {
  let previous = createPeriod(-Infinity);
  let current = previous;
  return {
    /** The requests of all; called first, because it ends a period that is over. */
    count(time: number): number {
      const age = time - current.startedAt;
      if (age >= periodMs) {
        previous = age < 2 * periodMs ? current : createPeriod(-Infinity);
        current = createPeriod(time);
      }
      return previous.unanswered.total() + current.unanswered.total();
    },
    countOf: (name: string) => previous.unanswered.of(name) + current.unanswered.of(name),
    add: (client: Client) => current.unanswered.add(client),
  };
}

interface Admission {
  /**
   * Whether the process has as many requests as it may have (`all`), or the client as many as it may have
   * (`client`).
   */
  findLimit(client?: Client): 'all' | 'client' | undefined;
  /** Adds a request, and returns what to call when it has been answered. */
  add(client?: Client): () => void;
}

/**
 * Counts the requests that a process works on.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createAdmission(
  max: number,
  waitingFactor = defaultWaitingFactor,
  now: () => number = () => performance.now(),
): Admission {
  const counts = [
    [createRecentCount(workMs), max],
    [createRecentCount(waitMs), max * waitingFactor],
  ] as const;
  return {
    findLimit(client = []) {
      const time = now();
      let limit: 'all' | 'client' | undefined;
      for (const [recent, maxRecent] of counts) {
        const total = recent.count(time);
        if (total >= maxRecent) return 'all';
        const isOver = ({ kind, name }: Client[number]) =>
          recent.countOf(name) >= (clientParts[kind] ?? Infinity) * maxRecent;
        if (total >= maxRecent / 2 && client.some(isOver)) limit = 'client';
      }
      return limit;
    },
    add(client = []) {
      const ends = counts.map(([recent]) => recent.add(client));
      return () => ends.forEach((end) => end());
    },
  };
}
