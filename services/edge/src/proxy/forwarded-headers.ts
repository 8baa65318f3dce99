import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { requestTimeoutHeader } from '@fareline/service-kit/deadline';
import { requestIdHeader, traceparentHeader, tracingHeaders } from '@fareline/service-kit/request-context';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that apply to one connection only (RFC 9110, 7.6.1); Node's HTTP server has already handled `expect`. */
const hopByHopHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
  ...['http2-settings', 'expect'],
]);

/** Headers that the edge sets itself, so that values sent by the client are ignored. */
const overriddenHeaders = new Set([
  ...['host', 'content-length', 'forwarded', 'x-real-ip'],
  ...[brandHeader, requestIdHeader, traceparentHeader, requestTimeoutHeader],
]);

const isReservedHeader = (name: string): boolean =>
  name.startsWith('x-service-') || name.startsWith('x-forwarded-');

/** Names of further hop-by-hop headers in a Connection header. */
function parseConnectionHeader(connection: string | string[] | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return [];
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}

/**
 * The headers of the request to a service, as a flat list of names and values. Brand, IP address and service credential that
 * the client claims are dropped, and headers that are not in `only`, if it is given.
 */
export function serviceRequestHeaders(
  request: FastifyRequest,
  brand: string,
  only?: readonly string[],
): string[] {
  const received = request.headers;
  const connectionHeaders = parseConnectionHeader(received.connection);
  // A list is faster than an object, whose set of names differs for each request.
  const headers: string[] = [];
  for (const name in received) {
    if (
      (only && !only.includes(name)) ||
      hopByHopHeaders.has(name) ||
      overriddenHeaders.has(name) ||
      isReservedHeader(name) ||
      connectionHeaders.includes(name)
    )
      continue;
    headers.push(name, String(received[name]));
  }
  headers.push(brandHeader, brand, 'x-forwarded-for', request.ip, ...Object.entries(tracingHeaders()).flat());
  headers.push('x-forwarded-host', request.host, 'x-forwarded-proto', request.protocol);
  return headers;
}

/**
 * Copies the headers of a service's response, except hop-by-hop ones. A service that closes its connection, as it does while
 * stopping, makes the edge close the client's too.
 */
export function copyResponseHeaders(received: IncomingHttpHeaders, reply: FastifyReply): void {
  const connectionHeaders = parseConnectionHeader(received.connection);
  for (const name in received)
    if (!hopByHopHeaders.has(name) && !connectionHeaders.includes(name)) reply.header(name, received[name]);
  if (received.connection === 'close') reply.header('connection', 'close');
}
