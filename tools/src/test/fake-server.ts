import { vi } from 'vitest';

export interface SentCall {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  credentials: string | undefined;
}

export interface Answer {
  status?: number;
  /** Sent as JSON, or as it is when it is text. */
  body?: unknown;
  headers?: Record<string, string>;
}
type Handler = (call: SentCall) => Answer | Promise<Answer>;

/**
 * Stands where the browser meets the network: every fetch of the page is answered here, by "METHOD /path". A call that nobody
 * expects fails the test that made it.
 */
export function fakeServer(handlers: Record<string, Handler>) {
  const calls: SentCall[] = [];
  const server = {
    calls,
    /** Calls of one kind, in order. */
    sent: (route: string) => calls.filter((call) => `${call.method} ${call.path}` === route),
    /** From now on this route answers otherwise. */
    on: (route: string, handler: Handler) => {
      handlers[route] = handler;
    },
  };
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const call: SentCall = {
      method: init.method ?? 'GET',
      path: new URL(String(input), 'http://site.test').pathname,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      credentials: init.credentials,
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    if (!handler) throw new Error(`Nobody answers ${call.method} ${call.path}`);
    const { status = 200, body = '', headers = {} } = await handler(call);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text === '' ? null : text, { status, headers });
  });
  return server;
}

/** A failure in the common form. */
export const refusal = (status: number, error: string, message: string, details?: unknown): Answer => ({
  status,
  body: { error, message, details },
});
