import { createServer } from 'node:http';

/** A minimal Node server, as the baseline: reads the request body and sends constant bytes. BYTES is base64, HEADERS is JSON. */
const bytes = Buffer.from(process.env.BYTES ?? '', 'base64');
const headers = JSON.parse(process.env.HEADERS ?? '{}') as Record<string, string>;

const server = createServer((request, response) => {
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  request.resume();
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string')
    process.stdout.write(`bare listening on http://127.0.0.1:${address.port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
