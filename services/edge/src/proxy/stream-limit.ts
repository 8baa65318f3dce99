import { AppError, toClientNetwork } from '@fareline/service-kit';

/**
 * Open streams at this edge, of one client network and of all. A browser has one while it searches, an office a few; flights
 * limits them over all replicas.
 */
export const maxStreams = { network: 24, all: 1_000 } as const;

const retryAfterSeconds = 5;

/**
 * Returns a function that counts a stream of an IP address until the returned function is called. Throws TOO_MANY_REQUESTS over the
 * limit of its network and SERVICE_UNAVAILABLE over that of all. (LIMIT-02, LIMIT-06)
 */
export function createStreamCount(): (ipAddress: string) => () => void {
  const counts = new Map<string, number>();
  let all = 0;
  return (ipAddress) => {
    const network = toClientNetwork(ipAddress);
    const count = counts.get(network) ?? 0;
    if (count >= maxStreams.network) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
    if (all >= maxStreams.all) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds });
    counts.set(network, count + 1);
    all += 1;
    return () => {
      all -= 1;
      const left = counts.get(network)! - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    };
  };
}
