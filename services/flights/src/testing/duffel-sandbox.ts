import type { Mode } from '@fareline/contracts';
import { createSandboxControl, startDuffelSandbox } from '@fareline/service-kit/testing';
import { z } from 'zod';

interface DuffelLedger {
  requests: { method: string; path: string }[];
}

/** Starts the provider's sandbox as a process and returns its control functions. */
export async function startProviderSandbox(env: Record<string, string> = {}) {
  const program = await startDuffelSandbox(env);
  const { control, fault, clearFaults, ledger } = createSandboxControl<DuffelLedger>(program);
  /** Number of calls of paths with this prefix. */
  async function countCalls(method: string, path: string): Promise<number> {
    const { requests } = await ledger();
    return requests.filter((call) => call.method === method && call.path.startsWith(path)).length;
  }
  return {
    url: program.url,
    close: () => program.kill(),
    injectFault: fault,
    clearFaults,
    advanceClock: (advanceMs: number) => control('POST', 'clock', { advanceMs }),
    changeOffer: (
      id: string,
      change: {
        expire?: true;
        unavailable?: boolean;
        total_amount?: string;
        fare_brand_name?: string;
        bags?: Record<string, { sold_out?: true; total_amount?: string }>;
      },
    ) => control('POST', `offers/${id}`, change),
    /** Overrides the results of the next search. */
    overrideNextResults: (overrides: { count?: number; currency?: 'JPY' | 'KWD'; broken?: boolean }) =>
      control('POST', 'results', overrides),
    reset: () => control('POST', 'reset'),
    /** Reads a resource from the provider's API directly. */
    async fetchResource(path: string, mode: Mode = 'test') {
      const headers = { authorization: `Bearer duffel_${mode}_flights`, 'duffel-version': 'v2' };
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
