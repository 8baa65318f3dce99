import { randomUUID } from 'node:crypto';
import { buildUrl } from '@fareline/contracts/client';
import type { AnyEndpoint, ResponseOf } from '@fareline/contracts';
import { siteOrigin } from './settings.ts';

export interface VisitorRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<Body> {
  status: number;
  body: Body & { error?: string; details?: { status_token?: string } };
}

/** A browser with cookies of its own, for the edge or a single service; it sends `fixedHeaders` with every request. */
export function createVisitor(fixedHeaders: Record<string, string> = { origin: siteOrigin }) {
  const cookies = new Map<string, string>();
  const getHeaders = (): Record<string, string> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };

  /** Calls an endpoint and keeps the cookies of the response. */
  async function send<E extends AnyEndpoint>(
    origin: string,
    { method, path }: E,
    { params, query, body, headers }: VisitorRequest,
    signal: AbortSignal | null = null,
  ): Promise<Answer<ResponseOf<E>>> {
    const response = await fetch(origin + buildUrl(path, params, query), {
      method,
      signal,
      headers: {
        ...fixedHeaders,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...getHeaders(),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    const answered: unknown = isJson ? await response.json() : await response.text();
    return { status: response.status, body: answered as Answer<ResponseOf<E>>['body'] };
  }

  /** Calls an endpoint with a key of its own; throws unless it succeeds. */
  async function call<E extends AnyEndpoint>(
    origin: string,
    endpoint: E,
    { headers, ...request }: VisitorRequest = {},
  ): Promise<ResponseOf<E>> {
    const keyed = { ...request, headers: { 'idempotency-key': randomUUID(), ...headers } };
    const { status, body } = await send(origin, endpoint, keyed);
    if (status >= 400)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }
  return { call, send, getHeaders };
}

export type Visitor = ReturnType<typeof createVisitor>;
