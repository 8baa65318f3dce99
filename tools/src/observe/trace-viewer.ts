import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { renderList, renderTrace } from './pages.ts';
import { parseSpans } from './spans.ts';
import { createTraceStore } from './trace-store.ts';

interface Response {
  status: number;
  type: string;
  body: string;
}

const page = (body: string): Response => ({ status: 200, type: 'text/html; charset=utf-8', body });
const problem = (status: number, body: string): Response => ({ status, type: 'text/plain', body });

/** Takes spans as a collector does, and shows the last traces: a page of all, and one of each. */
export async function startTraceViewer(port = 0): Promise<{ url: string; server: Server }> {
  const store = createTraceStore();
  async function respond(request: IncomingMessage): Promise<Response> {
    const { pathname, searchParams, hostname } = new URL(
      request.url ?? '/',
      `http://${request.headers.host}`,
    );
    // A site whose name leads to 127.0.0.1 could read them otherwise.
    if (!['127.0.0.1', 'localhost'].includes(hostname))
      return problem(421, 'This server answers only on this machine.');
    if (request.method === 'POST' && pathname === '/v1/traces') {
      store.add(parseSpans(await json(request)));
      return { status: 200, type: 'application/json', body: '{}' };
    }
    if (request.method !== 'GET') return problem(405, 'This page is read-only.');
    if (pathname === '/') return page(renderList(store.list(), searchParams.has('all')));
    const trace = store.get(/^\/traces\/(\w+)$/.exec(pathname)?.[1] ?? '');
    return trace ? page(renderTrace(trace)) : problem(404, 'There is no such trace, or no longer.');
  }
  const server = createServer((request, response) => {
    void respond(request)
      .catch(() => problem(400, 'These are no spans as JSON of OTLP.'))
      .then(({ status, type, body }) =>
        response
          .writeHead(status, {
            'content-type': type,
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          })
          .end(body),
      );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
