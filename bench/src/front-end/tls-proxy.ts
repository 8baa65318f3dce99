import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders as Asked, type ServerHttp2Stream } from 'node:http2';
import { createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { sendStubResponse } from './stub-api.ts';
import type { Certificate } from './certificate.ts';
import { createTrafficShaper, type NetworkProfile } from './traffic-shaper.ts';

export interface TlsProxy {
  url: string;
  close(): void;
}

/** Of one hop only: HTTP/2 has no word for them. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const filterHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));

/** HTTP/2 and TLS in front of a page server, over a slow line: what a cluster's entrance and a phone add to it. */
export async function startTlsProxy(
  pagesUrl: string,
  certificate: Certificate,
  line: NetworkProfile,
): Promise<TlsProxy> {
  const agent = new Agent({ keepAlive: true });

  function forward(stream: ServerHttp2Stream, asked: Asked): void {
    const headers = { host: 'localhost', 'accept-encoding': String(asked['accept-encoding'] ?? '') };
    const passed = request(`${pagesUrl}${asked[':path']}`, { agent, headers }, (answer) => {
      if (stream.destroyed) return void answer.destroy();
      stream.respond({ ':status': answer.statusCode ?? 502, ...filterHeaders(answer.headers) });
      pipeline(answer, stream, () => undefined);
    });
    passed.on('error', () => stream.destroy());
    passed.end();
  }

  const secure = createSecureServer({ key: certificate.key, cert: certificate.cert });
  secure.on('stream', (stream, asked) => {
    stream.on('error', () => undefined);
    const path = String(asked[':path']).split('?')[0] ?? '/';
    if (path.startsWith('/api/')) void sendStubResponse(stream, path);
    else forward(stream, asked);
  });
  secure.on('sessionError', () => undefined);
  secure.on('tlsClientError', () => undefined);

  const shape = createTrafficShaper(line);
  const entrance = createServer((socket) => void secure.emit('connection', shape(socket)));
  await new Promise<void>((done) => entrance.listen(0, '127.0.0.1', done));
  const address = entrance.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://localhost:${address.port}`,
    close() {
      entrance.close();
      agent.destroy();
    },
  };
}
