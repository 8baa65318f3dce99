import { resolveBrandKey } from '@fareline/contracts/brand';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { BrandSource, LoadedBrand } from './brand-source.ts';

/** Remembers `?brand=` of local use for the calls and pages that follow. */
export const brandCookie = 'brand';

declare module 'fastify' {
  interface FastifyRequest {
    /** The brand that this request is for, by host name or, locally, by parameter. */
    loadBrand: () => Promise<LoadedBrand>;
    /** The `brand` parameter of the address, if there is one. */
    brandParameter: string | undefined;
  }
}

function readBrandParameter(request: FastifyRequest): string | undefined {
  const { brand } = request.query as Record<string, unknown>;
  return typeof brand === 'string' ? brand : undefined;
}

/** Host name unchanged from the visitor's request; only where it names no brand do parameter and cookie count. (EDGE-03, BRAND-01 to BRAND-03) */
export const requestBrand = fastifyPlugin<{ brandSource: BrandSource }>(
  async (app, { brandSource }) => {
    app.decorateRequest('brandParameter', undefined);
    app.decorateRequest('loadBrand');
    app.addHook('onRequest', (request, _reply, done) => {
      request.brandParameter = readBrandParameter(request);
      request.loadBrand = () =>
        brandSource.load(
          resolveBrandKey(request.host, request.brandParameter ?? request.cookies[brandCookie]),
        );
      done();
    });
  },
  { name: 'request-brand', dependencies: ['@fastify/cookie'] },
);
