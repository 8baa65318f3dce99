import { firstPageSize, type SearchRequest } from '@fareline/contracts';
import { searchFlightsContract, searchFlightsPageContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Client } from '@fareline/service-kit/limits/client';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readClient } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { chooseEncoding, decompressStream, type Compression } from './encoding.ts';
import { toSearchKey } from './search-key.ts';
import { pageField, type PageRequest } from './search.repository.ts';
import { rejectMissingParameters, rejectPastDeparture } from './validate-search.ts';

/** Page 1 by POST, any page by GET; both send cached bytes. (API-31, API-32) */
export const searchRoutes = routePlugin({ name: 'search' }, (app, deps: Deps) => {
  const uncompressed = concurrency(
    limits.uncompressedPages,
    () => new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5, limit: 'large_responses' }),
  );

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    query: SearchRequest,
    page: number,
    limit: number,
  ): Promise<FastifyReply> {
    rejectPastDeparture(query);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const pricing = await readRequestPricing(deps, request);
    // Only compressed pages are cached; for the few clients that accept none they are decompressed.
    const compression = encoding === 'identity' ? 'gzip' : encoding;
    const bytes = await readPage(deps, { ...pricing, query, page, limit }, compression, () =>
      readClient(request, deps.config.SITE_ORIGIN),
    );
    reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (encoding === 'identity') {
      // No `close` event follows for a client that has disconnected.
      if (!reply.raw.destroyed) reply.raw.once('close', uncompressed.enter());
      return reply.send(decompressStream(bytes));
    }
    return reply.header('content-encoding', encoding).send(bytes);
  }

  const options = { preValidation: rejectMissingParameters, config: { load: 'search' } } as const;
  registerRoute(
    app,
    searchFlightsContract,
    ({ body, request, reply }) => sendPage(request, reply, body, 1, firstPageSize),
    options,
  );
  registerRoute(
    app,
    searchFlightsPageContract,
    ({ query: { page, limit, ...query }, request, reply }) => sendPage(request, reply, query, page, limit),
    options,
  );
});

/**
 * Returns a cached page, or builds it in the search thread. A hit costs one read and no parsing; concurrent requests for a page
 * share the read, and the page is built once for all of them. The client is determined only for a page that is built.
 */
async function readPage(
  deps: Deps,
  request: Omit<PageRequest, 'encoding' | 'client'>,
  encoding: Compression,
  getClient: () => Client,
): Promise<Buffer> {
  const page = { ...request, encoding };
  const searchKey = toSearchKey(page.mode, page.query);
  const field = pageField(page);
  const { singleFlight, searches, searchThread } = deps;
  return singleFlight.coalesce(
    `${searchKey}.${field}`,
    async () =>
      (await searches.readPage(searchKey, field)) ?? searchThread.buildPage({ ...page, client: getClient() }),
    getClient,
  );
}
