import { readVisitorId } from '@fareline/service-kit/http/visitor-cookie';
import { toClient, type Client } from '@fareline/service-kit/limits/client';
import type { FastifyRequest } from 'fastify';

/** The client of a request; a visitor only if the request has the cookie. (LIMIT-02) */
export function readClient(request: FastifyRequest, siteOrigins: readonly string[]): Client {
  const visitor = readVisitorId(request, siteOrigins);
  return [...toClient(request.ip), ...(visitor ? [{ kind: 'visitor' as const, name: visitor }] : [])];
}
