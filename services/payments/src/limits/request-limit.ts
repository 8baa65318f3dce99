import { AppError } from '@fareline/service-kit/app-error';
import { countAttempts, formatWait } from '@fareline/service-kit/limits/attempts';
import { toNetworkLimits } from '@fareline/service-kit/limits/client';
import type { PaymentsConfig } from '../config.ts';
import type { Deps } from '../deps.ts';

/** Limits of requests in a minute that cost more than a read of the database. */
export interface RequestLimit {
  kind: string;
  /** Of one booking, attempt to book or user. */
  perTarget?: number;
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

/** As `resumeLimit`; the link may be open in several browsers. */
export const statusLimit: RequestLimit = {
  kind: 'status',
  perTarget: 120,
  perClient: 180,
  advice: 'Your booking goes on meanwhile, and the result comes by email.',
};

/** Besides, accounts limits the mails of an address. */
export const passwordLinkLimit: RequestLimit = {
  kind: 'password link',
  perTarget: 3,
  perClient: 10,
  advice: 'A link that was sent stays valid.',
};

/** Claim links are opened one at a time. */
export const claimLimit: RequestLimit = {
  kind: 'claim',
  perTarget: 10,
  perClient: 20,
  advice: 'The link stays valid.',
};

/** How many booking requests a paid booking may take: repeats with the same key, and corrections of what was entered. */
const requestsPerBooking = 6;

/** Each stores a key for 72 hours. A client cannot pay more often than it may try cards, and sends a few requests for each. */
export const createBookingLimit = ({
  CARD_TRIES_PER_MINUTE,
}: Pick<PaymentsConfig, 'CARD_TRIES_PER_MINUTE'>): RequestLimit => ({
  kind: 'booking',
  perClient: requestsPerBooking * CARD_TRIES_PER_MINUTE,
  advice: 'If you sent this booking before, it goes on; nothing is booked or charged twice.',
});

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
  const reached = await countAttempts(db, [
    ...toNetworkLimits(ipAddress, perClient).map(({ network, max }) => toLimit(network, max)),
    ...(perTarget === undefined ? [] : [toLimit(`target ${target}`, perTarget)]),
  ]);
  if (reached)
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `Too many requests. ${advice} Please try again in ${formatWait(reached.retryAfterSeconds)}.`,
      retryAfterSeconds: reached.retryAfterSeconds,
      limit: 'booking_requests',
    });
}
