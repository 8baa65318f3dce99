import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeResponse {
  status: number;
  body: unknown;
}

/**
 * Starts an HTTP server for the page's relative requests. `respond` returns the response by method and path; `requests`
 * records what was received.
 */
export async function startFakeServer(respond: (request: { method: string; path: string }) => FakeResponse) {
  const requests: { method: string; path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const received = { method: request.method ?? '', path: request.url ?? '', body };
      requests.push(received);
      const { status, body: responseBody } = respond(received);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The simulated page gets the server's URL, so that its relative requests are same-origin.
  const happyDom = (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM;
  const previousUrl = window.location.href;
  happyDom.setURL(origin);
  return {
    requests,
    async stop() {
      happyDom.setURL(previousUrl);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
