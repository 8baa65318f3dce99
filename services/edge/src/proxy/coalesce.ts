import type { ServiceResponse } from './service-pool.ts';

type Call = () => Promise<ServiceResponse>;

/** An error may be the first client's own, such as its limit, and a streamed body can be read only once. (LIMIT-02) */
const isShareable = ({ status, body }: ServiceResponse): boolean => status < 400 && Buffer.isBuffer(body);

/**
 * Creates a function that coalesces concurrent calls with the same key into one, so that 200 visitors who wait for the same
 * slow search use one connection to flights instead of 200, and a cached one that many ask for costs edge and flights half as much as
 * different ones (`bench/src/cached-search.ts`). Responses are not cached: a call after the response is a new one.
 */
export function createCoalescer(): (key: string, call: Call) => Promise<ServiceResponse> {
  const inFlight = new Map<string, Promise<ServiceResponse>>();
  return async (key, call) => {
    const existing = inFlight.get(key);
    if (existing) {
      const response = await existing.catch(() => undefined);
      return response && isShareable(response) ? response : call();
    }
    const started = call().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
