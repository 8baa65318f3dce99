import type { ServiceResponse } from './call-service.ts';

type Call = () => Promise<ServiceResponse>;

/**
 * One call for all who ask the same (`key`) while it is under way: two hundred visitors of a search that takes the provider
 * ten seconds hold one connection to flights and not all of them. Nothing is kept: who comes after the answer asks anew.
 */
export function createCoalescer(): (key: string, ask: Call) => Promise<ServiceResponse> {
  const inFlight = new Map<string, Promise<ServiceResponse>>();
  return async (key, ask) => {
    const known = inFlight.get(key);
    if (known) {
      const answer = await known;
      // What is passed on as it comes can be read by one only.
      return Buffer.isBuffer(answer.body) ? answer : ask();
    }
    const call = ask().finally(() => inFlight.delete(key));
    inFlight.set(key, call);
    return call;
  };
}
