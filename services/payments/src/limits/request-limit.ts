import { AppError, countAttempts, formatWait, toNetworkLimits } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';

/** Limits of requests in a minute that cost more than a read of the database. */
export interface RequestLimit {
  kind: string;
  /** Of one booking or attempt to book. */
  perTarget: number;
  /** Of one client; its /24 or /48 has a multiple. */
  perClient: number;
  /** What the client can do meanwhile. */
  advice: string;
}

/** Each costs a call to the airline. A traveller looks at a quote a few times; a travel agent has several bookings. */
export const quoteLimit: RequestLimit = {
  kind: 'cancellation quote',
  perTarget: 6,
  perClient: 20,
  advice: 'Your booking is unchanged.',
};

/** The page of a pending booking asks every few seconds, also in several tabs. */
export const resumeLimit: RequestLimit = {
  kind: 'resume',
  perTarget: 60,
  perClient: 180,
  advice: 'Your booking goes on meanwhile, and the result comes by email.',
};

/** Claim links are opened one at a time. */
export const claimLimit: RequestLimit = {
  kind: 'claim',
  perTarget: 10,
  perClient: 20,
  advice: 'The link stays valid.',
};

/** Throws TOO_MANY_REQUESTS above the limits of a target or client, over all replicas. (LIMIT-01, D65) */
export async function countRequest(
  { db, hasher }: Pick<Deps, 'db' | 'hasher'>,
  { kind, perTarget, perClient, advice }: RequestLimit,
  target: string,
  ipAddress: string,
): Promise<void> {
  const toLimit = (subject: string, max: number) => ({
    kind,
    subject: hasher.hash('limit', subject),
    max,
    windowSeconds: 60,
  });
  const reached = await countAttempts(db, [
    toLimit(`target ${target}`, perTarget),
    ...toNetworkLimits(ipAddress, perClient).map(({ network, max }) => toLimit(network, max)),
  ]);
  if (reached)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `Too many requests. ${advice} Please try again in ${formatWait(reached.retryAfterSeconds)}.`,
      retryAfterSeconds: reached.retryAfterSeconds,
    });
}
