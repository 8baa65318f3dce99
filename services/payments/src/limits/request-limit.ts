import { ofClientAt } from '@fareline/service-kit/limits/client';
import { perWindow, tooManyRequests } from '@fareline/service-kit/limits/per-window';
import { tableWindow } from '@fareline/service-kit/limits/table-window';
import type { Deps } from '../deps.ts';
import type { RequestLimit } from '../limits.ts';

/** Throws TOO_MANY_REQUESTS above the limits of a client or target, over all replicas. (LIMIT-01) */
export const countRequest = (
  { db, hasher }: Pick<Deps, 'db' | 'hasher'>,
  { kind, perTarget = Infinity, perClient: max, advice }: RequestLimit,
  { ipAddress, target }: { ipAddress: string; target?: string },
): Promise<void> =>
  perWindow(
    tableWindow(db),
    [...ofClientAt(ipAddress, { max }), { subject: `target ${target}`, max: perTarget }]
      .filter((limit) => limit.max < Infinity)
      .map((limit) => ({ ...limit, kind, subject: hasher.hash('limit', limit.subject), windowSeconds: 60 })),
    tooManyRequests(
      'booking_requests',
      (wait) => `Too many requests. ${advice} Please try again in ${wait}.`,
    ),
  );
