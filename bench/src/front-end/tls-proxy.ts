import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import {
  createSecureServer,
  type IncomingHttpHeaders as Http2Headers,
  type ServerHttp2Stream,
} from 'node:http2';
import { pipeline } from 'node:stream';
import { sendStubResponse } from './stub-api.ts';
import type { Certificate } from './certificate.ts';

export interface TlsProxy {
  url: string;
  close(): void;
}

/** Hop-by-hop headers, which HTTP/2 does not allow. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const filterHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));

/** Starts an HTTP/2 and TLS proxy in front of an edge, as an ingress is. */
export async function startTlsProxy(pagesUrl: string, certificate: Certificate): Promise<TlsProxy> {
  const agent = new Agent({ keepAlive: true });

  function forward(stream: ServerHttp2Stream, requestHeaders: Http2Headers): void {
    const headers = { host: 'localhost', 'accept-encoding': String(requestHeaders['accept-encoding'] ?? '') };
    const proxied = request(`${pagesUrl}${requestHeaders[':path']}`, { agent, headers }, (response) => {
      if (stream.destroyed) return void response.destroy();
      stream.respond({ ':status': response.statusCode ?? 502, ...filterHeaders(response.headers) });
      pipeline(response, stream, () => undefined);
    });
    proxied.on('error', () => stream.destroy());
    proxied.end();
  }

  const secure = createSecureServer({ key: certificate.key, cert: certificate.cert });
  secure.on('stream', (stream, requestHeaders) => {
    stream.on('error', () => undefined);
    const path = String(requestHeaders[':path']).split('?')[0] ?? '/';
    if (path.startsWith('/api/')) void sendStubResponse(stream, path);
    else forward(stream, requestHeaders);
  });
  secure.on('sessionError', () => undefined);
  secure.on('tlsClientError', () => undefined);

  await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done));
  const address = secure.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `https://localhost:${address.port}`,
    close() {
      secure.close();
      agent.destroy();
    },
  };
}
