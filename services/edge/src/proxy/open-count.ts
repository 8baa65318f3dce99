import { AppError, createNetworkCount, type LimitName } from '@fareline/service-kit';

const retryAfterSeconds = 5;

export interface OpenLimits {
  /** Of one client network; its range has a multiple. */
  network: number;
  all: number;
  /** The name of the limit. */
  limit: LimitName;
  /** What a user sees over a limit. */
  message?: string;
}

/**
 * Returns a function that counts something that an IP address has open, until the returned function is called. Throws TOO_MANY_REQUESTS
 * over the limit of its network and SERVICE_UNAVAILABLE over that of all. (LIMIT-02, LIMIT-06)
 */
export function createOpenCount({
  network,
  all: maxAll,
  limit,
  message,
}: OpenLimits): (ipAddress: string) => () => void {
  const open = createNetworkCount(network);
  const options = { ...(message && { message }), retryAfterSeconds };
  let all = 0;
  return (ipAddress) => {
    if (open.getShare(ipAddress) >= 1) throw new AppError('TOO_MANY_REQUESTS', { ...options, limit });
    if (all >= maxAll) throw new AppError('SERVICE_UNAVAILABLE', { ...options, limit });
    const end = open.add(ipAddress);
    all += 1;
    return () => {
      end();
      all -= 1;
    };
  };
}
