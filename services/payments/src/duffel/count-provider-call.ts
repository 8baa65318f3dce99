import { countProviderCall } from '@fareline/contracts';
import { createMinuteLimit } from '@fareline/service-kit/limits/memory-window';
import type { ServiceClient } from '@fareline/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';

/** The budget of provider calls, which flights keeps for all services. */
export interface ProviderBudget {
  /** Counts a call that is made in any case. */
  record: () => void;
  /** Counts a call for which bookings and visitors leave room; returns whether it may be made. */
  acquire: () => Promise<boolean>;
}

/** Flights counts a call within milliseconds; a report that takes longer is of no use. */
const timeoutMs = 1_000;

/**
 * Reports provider calls to the flights service. What is recorded is not awaited and never repeated: no order, refund or lookup waits for
 * the budget or depends on flights. (PROVIDER-06, LIMIT-03)
 */
export function createProviderBudget(
  callFlights: ServiceClient,
  log: Pick<FastifyBaseLogger, 'warn'>,
): ProviderBudget {
  const mayLog = createMinuteLimit();
  const count = (share: 'booking' | 'orders') =>
    callFlights(countProviderCall, { timeoutMs, body: { share } }).catch((error: unknown) => {
      if (mayLog('not counted')) log.warn({ err: error }, 'provider calls are not counted in the budget');
      // A flights that does not answer makes no calls of its own, and what an airline cancelled has to be noticed then, too.
      return { isWithinBudget: true };
    });
  return {
    record: () => void count('booking'),
    acquire: async () => (await count('orders')).isWithinBudget,
  };
}
