import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * A minimal Node proxy, as the baseline of the edge: reads each request, sends it to TARGET with the client and pool settings of the
 * edge, and sends the response back. Nothing else is done, and errors are not handled.
 */
const pool = new Pool(process.env.TARGET ?? '', { connections: 128, pipelining: 1 });
const forwarded = ['content-type', 'accept-encoding'] as const;

const server = createServer((request, response) => {
  const body: Buffer[] = [];
  request.on('data', (chunk: Buffer) => body.push(chunk));
  request.on('end', () => {
    const headers = Object.fromEntries(forwarded.map((name) => [name, request.headers[name]]));
    const chunks: Buffer[] = [];
    pool.dispatch(
      { method: 'POST', path: request.url ?? '/', headers, body: Buffer.concat(body) },
      {
        onRequestStart() {},
        onResponseStart: (_controller, status, responseHeaders) =>
          void response.writeHead(status, responseHeaders),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => void response.end(Buffer.concat(chunks)),
        onResponseError: () => void response.destroy(),
      },
    );
  });
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string')
    process.stdout.write(`proxy listening on http://127.0.0.1:${address.port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
