import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import { ofNetwork, toClientNetwork } from '@fareline/service-kit/limits/client';
import { memoryWindow } from '@fareline/service-kit/limits/memory-window';

/** An order at the provider may take two minutes, and a service completes it also when its client has gone. */
const orderTimeoutMs = 150_000;

/** A provider call may take 25 s and be repeated. A service is told how long a search or read is waited for. */
const searchTimeoutMs = 65_000;

export interface PoolLimits {
  connections: number;
  /** Requests that wait for a connection; beyond it a request is refused instead of waiting without end. */
  queued: number;
  /** How long a response may take to begin, and pause while it arrives. */
  responseTimeoutMs: number;
}

/** The numbers of all limits of the edge, in each process of it. (LIMIT-02, LIMIT-06) */
export const limits = {
  /** Cached searches that are worked on at once: more of them would only take turns and all be slow. */
  searches: 64,
  /** A browser has one stream while it searches, an office a few; flights limits them over all replicas. */
  streams: { all: 1_000, perClient: ofNetwork(24) },
  /**
   * Large responses that are being sent. They end as fast as their clients read, and a streamed one has a connection to its service
   * until then: a part of those to one replica is left to others.
   */
  largeResponses: { all: 96, perClient: ofNetwork(16) },
  /**
   * Requests with reports, and lines in the log, in a minute: a broken page sends a few. In memory, since a report only writes to the
   * log of its process.
   */
  reportsPerMinute: { all: 600, network: 30 },
  /** A list has a few dozen airlines, whose logos browsers cache for a day. In memory, as they are cached. */
  logosPerMinute: { all: 3_000, network: 300 },
  /** Reports of pages in a minute. A page sends one when a screen is shown, and one when it has failed. In memory, as above. */
  pageReportsPerMinute: { all: 3_000, network: 240 },
  /** Lines in the log about their errors, each of them once in a minute. */
  pageErrorLinesPerMinute: { all: 60, network: 5 },
  /** Connections to one replica for one kind of requests, so that a kind that stalls leaves the others theirs. */
  pools: {
    requests: { connections: 128, queued: 128, responseTimeoutMs: orderTimeoutMs },
    searches: { connections: 128, queued: 128, responseTimeoutMs: searchTimeoutMs },
    /** A stream lasts as long as its search, so that waiting for one would be pointless; a replica of flights takes 256 of all edges. */
    streams: { connections: 128, queued: 0, responseTimeoutMs: orderTimeoutMs },
  },
} as const;

const retryAfterSeconds = 5;

/** The errors of what clients have open, with the names of both limits. */
export const toOpenError =
  (names: Record<'client' | 'all', LimitName>, message?: string) =>
  (reached: 'client' | 'all'): AppError =>
    new AppError(reached === 'client' ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE', {
      ...(message && { message }),
      retryAfterSeconds,
      limit: names[reached],
    });

const minuteSeconds = 60;

/** What is allowed in a minute to all together, and to one network. */
interface MinuteMax {
  all: number;
  network: number;
}

/** Returns a function that counts what a client does, and returns what refuses it. */
export function countPerMinute({ all, network }: MinuteMax) {
  const window = memoryWindow(minuteSeconds * 1000);
  return (ipAddress: string) =>
    window.count([
      { key: 'all', max: all },
      { key: toClientNetwork(ipAddress), max: network },
    ]);
}

/** Returns a hook that refuses requests beyond a limit. */
export function limitPerMinute(max: MinuteMax, limit: LimitName) {
  const count = countPerMinute(max);
  return async ({ ip }: { ip: string }): Promise<void> => {
    if (count(ip)) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: minuteSeconds, limit });
  };
}
