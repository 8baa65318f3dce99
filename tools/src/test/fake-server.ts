import { vi } from 'vitest';

export interface RecordedCall {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  credentials: string | undefined;
}

export interface FakeResponse {
  status?: number;
  /** Strings are sent unchanged, other values as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}
type Handler = (call: RecordedCall) => FakeResponse | Promise<FakeResponse>;

/**
 * Replaces the browser's fetch: handlers answer requests by "METHOD /path". A request without a handler rejects, which fails the
 * test that made it.
 */
export function fakeServer(handlers: Record<string, Handler>) {
  const calls: RecordedCall[] = [];
  const server = {
    calls,
    /** Recorded calls to one route, in order. */
    callsTo: (route: string) => calls.filter((call) => `${call.method} ${call.path}` === route),
    /** Replaces the handler of a route. */
    on: (route: string, handler: Handler) => {
      handlers[route] = handler;
    },
  };
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const call: RecordedCall = {
      method: init.method ?? 'GET',
      path: new URL(String(input), 'http://site.test').pathname,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      credentials: init.credentials,
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    if (!handler) throw new Error(`No handler for ${call.method} ${call.path}`);
    const { status = 200, body = '', headers = {} } = await handler(call);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text === '' ? null : text, { status, headers });
  });
  return server;
}

/** An error response in the format that all services share. */
export const errorResponse = (
  status: number,
  error: string,
  message: string,
  details?: unknown,
): FakeResponse => ({
  status,
  body: { error, message, details },
});
