import { tracingHeaders, requestIdHeader, traceparentHeader } from '@fareline/service-kit';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** They speak of one connection, and there are two here (RFC 9110, 7.6.1); `expect` is answered by the server before us. */
const hopByHopHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
  ...['http2-settings', 'expect'],
]);

/** Set anew for the service, whatever the visitor claims. */
const overriddenHeaders = new Set([
  ...['host', 'content-length', 'forwarded', 'x-real-ip'],
  ...['x-brand', requestIdHeader, traceparentHeader],
]);

const isReservedHeader = (name: string): boolean =>
  name.startsWith('x-service-') || name.startsWith('x-forwarded-');

/** Names that this connection's header says are for nobody further on. */
function parseConnectionHeader(connection: string | string[] | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}

/** What a service is told of the visitor. Whatever the visitor claims about brand, address and service credential is dropped. */
export function serviceRequestHeaders(request: FastifyRequest, brand: string): string[] {
  const given = request.headers;
  const named = parseConnectionHeader(given.connection);
  // In a list, as they are sent: an object with ever other names costs more than all else here.
  const headers: string[] = [];
  for (const name in given) {
    if (
      hopByHopHeaders.has(name) ||
      overriddenHeaders.has(name) ||
      isReservedHeader(name) ||
      named.includes(name)
    )
      continue;
    headers.push(name, String(given[name]));
  }
  headers.push('x-brand', brand, 'x-forwarded-for', request.ip, ...Object.entries(tracingHeaders()).flat());
  headers.push('x-forwarded-host', request.host, 'x-forwarded-proto', request.protocol);
  return headers;
}

/** Tells the visitor what the service says. A service that ends the connection, as it does when it stops, ends both. */
export function copyResponseHeaders(given: IncomingHttpHeaders, reply: FastifyReply): void {
  const named = parseConnectionHeader(given.connection);
  for (const name in given)
    if (!hopByHopHeaders.has(name) && !named.includes(name)) reply.header(name, given[name]);
  if (given.connection === 'close') reply.header('connection', 'close');
}
