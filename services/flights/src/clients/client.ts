import { readVisitorId, toClientNetwork, toClientRange } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';

/** Who a limit counts: a network (an IPv4 address, or the /64 of an IPv6 address), the range that it is in (/24 or /48), or a visitor. */
export interface ClientName {
  kind: 'network' | 'range' | 'visitor';
  name: string;
}

/** A client by all its names; each has a limit of its own. */
export type Client = readonly ClientName[];

/** The client at an IP address. */
export function toClient(ipAddress: string): Client {
  const network = toClientNetwork(ipAddress);
  const range = toClientRange(network);
  return [{ kind: 'network', name: network }, ...(range ? [{ kind: 'range' as const, name: range }] : [])];
}

/** The client of a request; a visitor only if the request has the cookie. (LIMIT-02) */
export function readClient(request: FastifyRequest, siteOrigins: readonly string[]): Client {
  const visitor = readVisitorId(request, siteOrigins);
  return [...toClient(request.ip), ...(visitor ? [{ kind: 'visitor' as const, name: visitor }] : [])];
}
