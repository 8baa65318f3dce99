import type { AnyEndpoint, ResponseOf } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import type { VisitorRequest } from '../endpoints/testing/visitor.ts';
import { waitFor } from './wait-for.ts';

export interface Answer<Body> {
  status: number;
  body: Body & { error?: string; details?: { status_token?: string } };
}

export type Browser = ReturnType<typeof createBrowser>;

/** A browser of one visitor that calls the edge, from a network address of its own. */
function createBrowser(origin: string, address: string) {
  const cookies = new Map<string, string>();

  async function send<E extends AnyEndpoint>(
    { method, path }: E,
    { params, query, body, headers }: VisitorRequest,
    signal: AbortSignal,
  ): Promise<Answer<ResponseOf<E>>> {
    const response = await fetch(origin + buildUrl(path, params, query), {
      method,
      signal,
      headers: {
        ...{ origin, 'x-forwarded-for': address },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    return { status: response.status, body: (await response.json()) as Answer<ResponseOf<E>>['body'] };
  }

  return {
    send,
    /** Repeats the call, as the page does, until the answer says what came of it; undefined after the time. */
    ask: <E extends AnyEndpoint>(endpoint: E, request: VisitorRequest, timeoutMs: number) =>
      waitFor(timeoutMs, async () => {
        const answer = await send(endpoint, request, AbortSignal.timeout(timeoutMs));
        const isTemporary =
          answer.status >= 500 || answer.status === 429 || answer.body.error === 'IDEMPOTENCY_IN_PROGRESS';
        return isTemporary ? undefined : answer;
      }),
  };
}

/** A browser of the visitor of a seed, in a network of its own, so that many at once reach no limit of one network. */
export const createBrowserOfSeed = (origin: string, seed: number): Browser =>
  createBrowser(origin, `10.${seed & 255}.${(seed >> 8) & 255}.1`);
