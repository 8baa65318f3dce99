import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An instance that differs: forwards to `target` and changes what it answers. */
export async function startChanged(target: string, change: (body: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
        const answer = await fetch(`${target}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        });
        const body = change(await answer.text());
        response.writeHead(answer.status, {
          ...Object.fromEntries(answer.headers),
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      })();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
