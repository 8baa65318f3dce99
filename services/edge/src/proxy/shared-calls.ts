import type { ServiceAnswer } from './ask-service.ts';

type Ask = () => Promise<ServiceAnswer>;

/**
 * One call for all who ask the same (`key`) while it is under way: two hundred visitors of a search that takes the provider
 * ten seconds hold one connection to flights and not all of them. Nothing is kept: who comes after the answer asks anew.
 */
export function createSharedCalls(): (key: string, ask: Ask) => Promise<ServiceAnswer> {
  const underWay = new Map<string, Promise<ServiceAnswer>>();
  return async (key, ask) => {
    const known = underWay.get(key);
    if (known) {
      const answer = await known;
      // What is passed on as it comes can be read by one only.
      return Buffer.isBuffer(answer.body) ? answer : ask();
    }
    const call = ask().finally(() => underWay.delete(key));
    underWay.set(key, call);
    return call;
  };
}
