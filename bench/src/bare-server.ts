import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';

/**
 * A minimal Node server, as the baseline, which reads the body of each request. With TARGET it is a proxy as the edge is, with the client and
 * pool settings of the edge; else it sends constant bytes: BYTES is base64, HEADERS is JSON. Nothing else is done, and errors are not handled.
 */
const { TARGET, BYTES = '', HEADERS = '{}', PORT = '0' } = process.env;

function createProxy(target: string) {
  const pool = new Pool(target, { connections: 128, pipelining: 1 });
  const forwarded = ['content-type', 'accept-encoding'] as const;
  return (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const headers = Object.fromEntries(forwarded.map((name) => [name, request.headers[name]]));
    const chunks: Buffer[] = [];
    pool.dispatch(
      { method: 'POST', path: request.url ?? '/', headers, body },
      {
        onRequestStart() {},
        onResponseStart: (_controller, status, received) => void response.writeHead(status, received),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => void response.end(Buffer.concat(chunks)),
        onResponseError: () => void response.destroy(),
      },
    );
  };
}

const bytes = Buffer.from(BYTES, 'base64');
const headers = JSON.parse(HEADERS) as Record<string, string>;
const respond = TARGET
  ? createProxy(TARGET)
  : (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, headers);
      response.end(bytes);
    };

const server = createServer((request, response) => {
  const body: Buffer[] = [];
  request.on('data', (chunk: Buffer) => body.push(chunk));
  request.on('end', () => respond(request, response, Buffer.concat(body)));
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string')
    process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
