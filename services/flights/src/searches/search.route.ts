import { firstPageSize, type SearchRequest } from '@fareline/contracts';
import { searchFlightsContract, searchFlightsPageContract } from '@fareline/contracts/services';
import { readBrandKey, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrandPricing } from '../pricing/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import { chooseEncoding } from './encoding.ts';
import type { ReadEncodedPage } from './search-pages.ts';
import { rejectMissingParameters, rejectPastDeparture } from './validate-search.ts';

export interface SearchRouteDeps {
  readPage: ReadEncodedPage;
  brands: BrandPricing;
  mode: SystemMode;
}

/** Page 1 by POST, any page by GET; both send cached bytes. (API-31, API-32) */
export function searchRoutes(app: FastifyInstance, { readPage, brands, mode }: SearchRouteDeps): void {
  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    query: SearchRequest,
    page: number,
    limit: number,
  ): Promise<FastifyReply> {
    rejectPastDeparture(query);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const [currentMode, markupPercent] = await Promise.all([
      mode.current(),
      brands.markupPercent(readBrandKey(request)),
    ]);
    const bytes = await readPage({ mode: currentMode, query, page, limit, markupPercent }, encoding);
    reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  }

  const options = { preValidation: rejectMissingParameters };
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
}
