import { AppError, type LimitName } from '@fareline/service-kit/app-error';
import { ofNetwork } from '@fareline/service-kit/limits/client';

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
} as const;

const retryAfterSeconds = 5;

/** The errors of what clients have open. */
export const toOpenError =
  (limit: LimitName, message?: string) =>
  (reached: 'client' | 'all'): AppError =>
    new AppError(reached === 'client' ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE', {
      ...(message && { message }),
      retryAfterSeconds,
      limit,
    });
