import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { DuffelApiError, badRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    requestId: string;
    liveMode: boolean;
  }
}

const WINDOW_MS = 60_000;

const unauthorised = (code: string, title: string, message: string): DuffelApiError =>
  new DuffelApiError(401, { type: 'authentication_error', code, title, message });

/** Whether the token is a live token; throws 401 for a missing or invalid token. */
function isLiveToken(header: string | undefined): boolean {
  if (!header)
    throw unauthorised(
      'missing_authorization_header',
      'Missing authorization header',
      "The 'Authorization' header needs to be set and contain a valid API token.",
    );
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  if (!token)
    throw unauthorised(
      'invalid_authorization_header',
      'Invalid authorization header',
      "The 'Authorization' header must have the form 'Bearer API_TOKEN'.",
    );
  if (token.startsWith('duffel_test_')) return false;
  if (token.startsWith('duffel_live_')) return true;
  throw unauthorised(
    'access_token_not_found',
    'Access token not found',
    'The access token you have used is not a valid API access token',
  );
}

function checkVersion(version: string | string[] | undefined): void {
  if (!version)
    throw badRequest(
      'missing_version_header',
      'Missing version header',
      "The 'Duffel-Version' header needs to be set to a valid API version.",
    );
  if (version === 'v1' || version === 'beta')
    throw badRequest(
      'unsupported_version',
      'Unsupported version',
      "The version set to the 'Duffel-Version' header is no longer supported by the API.",
    );
  if (version !== 'v2')
    throw badRequest(
      'invalid_version_header',
      'Invalid version header',
      "The 'Duffel-Version' header needs to be a known version of the API.",
    );
}

/** Gives every call an id, which its response and the body of an error have; also a call of an unknown path. */
export function addRequestIds(app: FastifyInstance): void {
  app.decorateRequest('requestId', '');
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    request.requestId = randomBytes(15).toString('base64url');
    reply.header('x-request-id', request.requestId);
  });
}

/** Checks that apply to every call: access token, API version and rate limit. */
export function addProviderRules(app: FastifyInstance, deps: Deps): void {
  let windowEndsAt = 0;
  let requestCount = 0;
  app.decorateRequest('liveMode', false);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const now = Date.now();
    if (now >= windowEndsAt) {
      windowEndsAt = now + WINDOW_MS;
      requestCount = 0;
    }
    requestCount += 1;
    reply.headers({
      'ratelimit-limit': String(deps.rateLimit),
      'ratelimit-remaining': String(Math.max(0, deps.rateLimit - requestCount)),
      'ratelimit-reset': new Date(windowEndsAt).toUTCString(),
    });
    request.liveMode = isLiveToken(request.headers.authorization);
    checkVersion(request.headers['duffel-version']);
    if (requestCount > deps.rateLimit) throw rateLimited();
  });
}

export const rateLimited = (): DuffelApiError =>
  new DuffelApiError(429, {
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    title: 'Rate limit exceeded',
    message:
      'Too many requests hit the API too quickly. Please retry your request after the time specified in the `ratelimit-reset` header.',
  });
