import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { addStop } from '../programs.ts';

export interface Certificate {
  /** Key and certificate. */
  pem: string;
  /** For the Chromium option that trusts this certificate: pages with untrusted certificates are not cached. */
  fingerprint: string;
}

/** Creates a self-signed certificate for localhost, for this run only. */
export async function createCertificate(): Promise<Certificate> {
  const { stdout: pem } = await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', '-', '-out', '-'],
  ]);
  const publicKey = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return { pem, fingerprint: createHash('sha256').update(publicKey).digest('base64') };
}

/** Hop-by-hop headers, which HTTP/2 does not allow. */
const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding'];

async function forward(
  edgeUrl: string,
  origin: string,
  stream: ServerHttp2Stream,
  requestHeaders: IncomingHttpHeaders,
): Promise<void> {
  const { ':path': path, ':method': method = 'GET' } = requestHeaders;
  const own = Object.entries(requestHeaders).filter(([name]) => !name.startsWith(':'));
  const response = await request(`${edgeUrl}${path}`, {
    method: method as 'GET',
    headers: { ...Object.fromEntries(own), host: 'localhost', origin },
    // The stream itself would be destroyed once it is sent.
    ...(method === 'GET' ? {} : { body: await buffer(stream) }),
  });
  const headers = Object.entries(response.headers).filter(([name]) => !hopByHopHeaders.includes(name));
  if (!stream.destroyed) stream.respond({ ':status': response.statusCode, ...Object.fromEntries(headers) });
  await pipeline(response.body, stream);
}

/** Starts an HTTP/2 and TLS proxy in front of an edge, as an ingress is. `origin` is the one that its services accept. Returns its URL. */
export async function startTlsProxy(edgeUrl: string, origin: string, { pem }: Certificate): Promise<string> {
  const server = createSecureServer({ key: pem, cert: pem });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    forward(edgeUrl, origin, stream, headers).catch(() => stream.destroy());
  });
  server.on('sessionError', () => undefined);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  addStop(async () => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}
