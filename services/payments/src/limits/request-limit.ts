import { toNetworkLimits } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import type { Deps } from '../deps.ts';
import type { RequestLimit } from '../limits.ts';

/** Throws TOO_MANY_REQUESTS above the limits of a client or target, over all replicas. (LIMIT-01) */
export async function countRequest(
  { db, hasher }: Pick<Deps, 'db' | 'hasher'>,
  { kind, perTarget, perClient, advice }: RequestLimit,
  { ipAddress, target }: { ipAddress: string; target?: string },
): Promise<void> {
  const toLimit = (subject: string, max: number) => ({
    kind,
    subject: hasher.hash('limit', subject),
    max,
    windowSeconds: 60,
  });
  await perWindow(
    tableWindow(db),
    [
      ...toNetworkLimits(ipAddress, perClient).map(({ network, max }) => toLimit(network, max)),
      ...(perTarget === undefined ? [] : [toLimit(`target ${target}`, perTarget)]),
    ],
    tooManyRequests(
      'booking_requests',
      (wait) => `Too many requests. ${advice} Please try again in ${wait}.`,
    ),
  );
}
