import { brandKeyFromHost, resolveBrandKey } from '@fareline/contracts/brand';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import type { LoadedBrand } from './brand-source.ts';

/** Keeps the value of `?brand=`, which is for local use, for later requests. */
export const brandCookie = 'brand';

interface RequestedBrand extends LoadedBrand {
  /** The `brand` parameter of the URL, if it named the brand. */
  parameter?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Loads the brand of this request, by host name or, on localhost, by parameter or cookie. */
    loadBrand: () => Promise<RequestedBrand>;
  }
}

function readBrandParameter(request: FastifyRequest): string | undefined {
  const { brand } = request.query as Record<string, unknown>;
  return typeof brand === 'string' ? brand : undefined;
}

/**
 * Determines the brand of each request by the host name that the client sent. Where that names no brand, as
 * on localhost, a parameter or cookie may name a known one. The administration has the default brand. (EDGE-03, BRAND-01 to BRAND-03)
 */
export const requestBrand = fastifyPlugin<{ deps: Deps }>(
  async (app, { deps: { brandSource } }) => {
    app.decorateRequest('loadBrand');
    app.addHook('onRequest', (request, _reply, done) => {
      const { host } = request;
      const parameter = brandKeyFromHost(host) === undefined ? readBrandParameter(request) : undefined;
      request.loadBrand = async () => {
        if (request.isToAdministration) return brandSource.load('default');
        const key = parameter && resolveBrandKey(host, parameter);
        if (key && key === parameter?.toLowerCase()) {
          const requested = await brandSource.load(key);
          if (!requested.error) return { ...requested, parameter: key };
        }
        return brandSource.load(resolveBrandKey(host, request.cookies[brandCookie]));
      };
      done();
    });
  },
  { name: 'request-brand', dependencies: ['@fastify/cookie'] },
);
