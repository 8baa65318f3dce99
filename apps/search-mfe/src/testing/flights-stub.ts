import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface StubResponse {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

async function recordRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    body: text ? JSON.parse(text) : undefined,
  };
}

/** A stub of the flights service on a free port, to which `fetch` is redirected; each test sets its responses. */
export function flightsStub() {
  const requests: RecordedRequest[] = [];
  let respond: (request: RecordedRequest) => StubResponse | Promise<StubResponse> = () => ({
    status: 404,
    body: {},
  });
  const server = createServer(async (request, response) => {
    const recorded = await recordRequest(request);
    requests.push(recorded);
    const { status = 200, body, headers } = await respond(recorded);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  const realFetch = globalThis.fetch;

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { request } = await import('node:http');
    // The DOM environment refuses cross-origin requests, so `fetch` is replaced by one over Node's HTTP client.
    vi.stubGlobal(
      'fetch',
      (path: string, init: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          const outgoing = request(
            { port, path, method: init.method, headers: init.headers as Record<string, string> },
            async (incoming) => {
              const chunks: Buffer[] = [];
              for await (const chunk of incoming) chunks.push(chunk as Buffer);
              const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
              resolve(
                new Response(Buffer.concat(chunks), {
                  status: incoming.statusCode ?? 500,
                  headers: headers as [string, string][],
                }),
              );
            },
          );
          outgoing.on('error', reject);
          outgoing.end(init.body as string | null);
        }),
    );
  });
  afterEach(() => {
    requests.length = 0;
  });
  afterAll(async () => {
    vi.stubGlobal('fetch', realFetch);
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });

  return {
    requests,
    respondWith: (next: typeof respond) => {
      respond = next;
    },
  };
}
