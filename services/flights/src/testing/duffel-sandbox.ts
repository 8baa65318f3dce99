import { startDuffelSandbox } from '@fareline/service-kit/testing';
import { z } from 'zod';

const ledgerSchema = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), status: z.number().nullable() })),
});

/** Starts the provider's sandbox as a process and returns its control functions. */
export async function startProviderSandbox(env: Record<string, string> = {}) {
  const program = await startDuffelSandbox(env);
  const callControlApi = async (path: string, method: string, body?: unknown) => {
    const response = await fetch(`${program.url}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  /** Number of calls of paths with this prefix. */
  async function countCalls(method: string, path: string): Promise<number> {
    const ledger = ledgerSchema.parse(await (await callControlApi('ledger', 'GET')).json());
    return ledger.requests.filter((call) => call.method === method && call.path.startsWith(path)).length;
  }
  return {
    url: program.url,
    close: () => program.kill(),
    injectFault: (fault: Record<string, unknown>) => callControlApi('faults', 'POST', fault),
    clearFaults: () => callControlApi('faults', 'DELETE'),
    advanceClock: (advanceMs: number) => callControlApi('clock', 'POST', { advanceMs }),
    changeOffer: (
      id: string,
      change: { expire?: true; unavailable?: boolean; total_amount?: string; fare_brand_name?: string },
    ) => callControlApi(`offers/${id}`, 'POST', change),
    /** Overrides the results of the next search. */
    overrideNextResults: (overrides: { count?: number; currency?: 'JPY' | 'KWD'; broken?: boolean }) =>
      callControlApi('results', 'POST', overrides),
    reset: () => callControlApi('reset', 'POST'),
    /** Reads a resource from the provider's API directly. */
    async fetchResource(path: string) {
      const headers = { authorization: 'Bearer duffel_test_flights', 'duffel-version': 'v2' };
      const body = await (await fetch(program.url + path, { headers })).json();
      return z.object({ data: z.looseObject({ total_amount: z.string() }) }).parse(body).data;
    },
    countCalls,
    /** Number of started searches, in one call or in batches. */
    countSearches: async () =>
      (await countCalls('POST', '/air/offer_requests')) +
      (await countCalls('POST', '/air/batch_offer_requests')),
  };
}

/** Path pattern of a fault for both kinds of searches. */
export const searchPaths = '/air/(batch_)?offer_requests';
