import type { AnyEndpoint } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { createVisitor, type VisitorRequest } from './visitor.ts';

export type Browser = ReturnType<typeof createBrowser>;

/** A browser of the visitor of a seed, in a network of its own, so that many at once reach no limit of one network. */
export function createBrowser(origin: string, seed: number, patienceMs: number) {
  const visitor = createVisitor({ origin, 'x-forwarded-for': `10.${seed & 255}.${(seed >> 8) & 255}.1` });
  /** The links to status pages that the visitor has got. */
  const statusTokens = new Set<string>();

  const send = <E extends AnyEndpoint>(endpoint: E, request: VisitorRequest, timeoutMs = patienceMs) =>
    visitor.send(origin, endpoint, request, AbortSignal.timeout(timeoutMs));

  /** Repeats what a page reads until it has a value; undefined when nobody waits any longer. */
  const watch = <T>(read: () => Promise<T | undefined>, timeoutMs = patienceMs) =>
    eventually(read, timeoutMs).catch(() => undefined);

  /** Repeats the call, as the page does, until the answer says what came of it; undefined after the time. */
  const ask = <E extends AnyEndpoint>(endpoint: E, request: VisitorRequest, timeoutMs = patienceMs) =>
    watch(async () => {
      const answer = await send(endpoint, request, timeoutMs);
      const { statusToken, details, error } = answer.body as { statusToken?: string } & typeof answer.body;
      const token = statusToken ?? details?.status_token;
      if (token) statusTokens.add(token);
      const isTemporary =
        answer.status >= 500 || answer.status === 429 || error === 'IDEMPOTENCY_IN_PROGRESS';
      return isTemporary ? undefined : answer;
    }, timeoutMs);

  return { send, watch, ask, statusTokens };
}
