import { ofClientAt } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow, type AttemptLimit } from '@fareline/service-kit/limits/table-window';
import type { Deps } from '../deps.ts';
import type { RequestLimit } from '../limits.ts';

/** Throws TOO_MANY_REQUESTS above the limits of a client or target, over all replicas. (LIMIT-01) */
export const countRequest = (
  { db, hasher }: Pick<Deps, 'db' | 'hasher'>,
  { kind, perTarget = Infinity, perTargetADay = Infinity, perClient, advice }: RequestLimit,
  { ipAddress, target }: { ipAddress: string; target?: string },
): Promise<void> => {
  const ofTarget = { kind, subject: `target ${target}`, windowSeconds: 60 };
  const limits: AttemptLimit[] = [
    ...ofClientAt(ipAddress, { kind, max: perClient, windowSeconds: 60 }),
    { ...ofTarget, max: perTarget },
    { ...ofTarget, kind: `${kind} a day`, max: perTargetADay, windowSeconds: 24 * 3600 },
  ];
  return perWindow(
    tableWindow(db),
    limits
      .filter(({ max }) => max < Infinity)
      .map((limit) => ({ ...limit, subject: hasher.hash('limit', limit.subject) })),
    tooManyRequests(
      'booking_requests',
      (wait) => `Too many requests. ${advice} Please try again in ${wait}.`,
    ),
  );
};
