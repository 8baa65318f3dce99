import { startDuffelSandbox } from '@fareline/service-kit/testing';
import { z } from 'zod';

const ledgerSchema = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), status: z.number().nullable() })),
});

/** The provider's sandbox as a process, with its switches. */
export async function startProviderSandbox(env: Record<string, string> = {}) {
  const program = await startDuffelSandbox(env);
  const control = async (path: string, method: string, body?: unknown) => {
    const response = await fetch(`${program.url}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  /** How often a path (its beginning) was called. */
  async function calls(method: string, path: string): Promise<number> {
    const ledger = ledgerSchema.parse(await (await control('ledger', 'GET')).json());
    return ledger.requests.filter((call) => call.method === method && call.path.startsWith(path)).length;
  }
  return {
    url: program.url,
    close: () => program.kill(),
    fault: (fault: Record<string, unknown>) => control('faults', 'POST', fault),
    clearFaults: () => control('faults', 'DELETE'),
    advanceClock: (advanceMs: number) => control('clock', 'POST', { advanceMs }),
    changeOffer: (
      id: string,
      change: { expire?: true; unavailable?: boolean; total_amount?: string; fare_brand_name?: string },
    ) => control(`offers/${id}`, 'POST', change),
    /** What the next search finds. */
    nextResults: (odd: { count?: number; currency?: 'JPY' | 'KWD'; broken?: boolean }) =>
      control('results', 'POST', odd),
    reset: () => control('reset', 'POST'),
    /** What the provider itself says, past this service. */
    async read(path: string) {
      const headers = { authorization: 'Bearer duffel_test_flights', 'duffel-version': 'v2' };
      const body = await (await fetch(program.url + path, { headers })).json();
      return z.object({ data: z.looseObject({ total_amount: z.string() }) }).parse(body).data;
    },
    calls,
    /** How many searches were begun, in one call or in batches. */
    searches: async () =>
      (await calls('POST', '/air/offer_requests')) + (await calls('POST', '/air/batch_offer_requests')),
  };
}

/** Both ways to begin a search, as a fault names them. */
export const searchPaths = '/air/(batch_)?offer_requests';

export type ProviderSandbox = Awaited<ReturnType<typeof startProviderSandbox>>;
