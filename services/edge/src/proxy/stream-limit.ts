import { AppError, createNetworkCount } from '@fareline/service-kit';

/**
 * Open streams at this edge, of one client network and of all. A browser has one while it searches, an office a few; flights
 * limits them over all replicas.
 */
const maxStreams = { network: 24, all: 1_000 } as const;

const retryAfterSeconds = 5;
const message =
  'Early results are not available right now. Your search goes on, and its results appear when it is complete.';

/**
 * Returns a function that counts a stream of an IP address until the returned function is called. Throws TOO_MANY_REQUESTS over the
 * limit of its network and SERVICE_UNAVAILABLE over that of all. (LIMIT-02, LIMIT-06)
 */
export function createStreamCount(): (ipAddress: string) => () => void {
  const open = createNetworkCount(maxStreams.network);
  let all = 0;
  return (ipAddress) => {
    if (open.getShare(ipAddress) >= 1)
      throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds });
    if (all >= maxStreams.all) throw new AppError('SERVICE_UNAVAILABLE', { message, retryAfterSeconds });
    const end = open.add(ipAddress);
    all += 1;
    return () => {
      end();
      all -= 1;
    };
  };
}
