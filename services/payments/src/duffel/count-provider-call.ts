import { countProviderCall } from '@fareline/contracts';
import { createMinuteLimit } from '@fareline/service-kit/limits/memory-window';
import type { ServiceClient } from '@fareline/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';

/** Flights counts a call within milliseconds; a report that takes longer is of no use. */
const timeoutMs = 1_000;

/**
 * Creates the function that reports a provider call to the flights service, whose budget covers all services. Not awaited and
 * never repeated: no order, refund or lookup waits for the budget or depends on flights. (PROVIDER-06, LIMIT-03)
 */
export function createProviderCallCounter(
  callFlights: ServiceClient,
  log: Pick<FastifyBaseLogger, 'warn'>,
): () => void {
  const mayLog = createMinuteLimit();
  return () =>
    void callFlights(countProviderCall, { timeoutMs }).catch((error: unknown) => {
      if (mayLog('not counted')) log.warn({ err: error }, 'provider calls are not counted in the budget');
    });
}
