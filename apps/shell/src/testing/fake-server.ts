import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  body: unknown;
}

/**
 * An HTTP server that answers the page's relative calls: the tests' requests really travel. `answer` decides by method and
 * path; `seen` keeps what came.
 */
export async function startServer(answer: (request: { method: string; path: string }) => Answer) {
  const seen: { method: string; path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const call = { method: request.method ?? '', path: request.url ?? '', body };
      seen.push(call);
      const { status, body: reply } = answer(call);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The simulated page moves to the server, so that its relative calls are of one origin, as in life.
  const page = (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM;
  const before = window.location.href;
  page.setURL(origin);
  return {
    seen,
    async stop() {
      page.setURL(before);
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
