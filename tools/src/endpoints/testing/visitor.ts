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

/** A browser with cookies of its own, for the edge or a single service; it sends `fixedHeaders` with every request. */
export function createVisitor(fixedHeaders: Record<string, string> = { origin: siteOrigin }) {
  const cookies = new Map<string, string>();
  const getHeaders = (): Record<string, string> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };

  /** Calls an endpoint and keeps the cookies of the response; throws unless it succeeds. */
  async function call<E extends AnyEndpoint>(
    origin: string,
    { method, path }: E,
    { params, query, body, headers }: VisitorRequest = {},
  ): Promise<ResponseOf<E>> {
    const response = await fetch(origin + buildUrl(path, params, query), {
      method,
      headers: {
        ...fixedHeaders,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...getHeaders(),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return JSON.parse(text) as ResponseOf<E>;
  }
  return { call, getHeaders };
}

export type Visitor = ReturnType<typeof createVisitor>;
