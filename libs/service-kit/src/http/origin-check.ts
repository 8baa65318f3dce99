import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import type { IsBrandHost } from './brand-host-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that changes no data of the sender, so that a write from another site does no harm. */
    acceptsAnyOrigin?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin of a URL as browsers serialise it; undefined for an invalid URL or an opaque origin (`null`). */
function canonicalOrigin(url: string): string | undefined {
  const { origin } = URL.parse(url) ?? {};
  return origin === 'null' ? undefined : origin;
}

/** Longer than an origin of any brand; what clients send is cut to it in the log. */
const maxLoggedLength = 200;

/** What an operator needs to see why a write was refused; protocol and host are those of a trusted proxy, if any. */
function describeOrigin({ headers, protocol, host }: FastifyRequest): string {
  const values = { Origin: headers.origin, 'Sec-Fetch-Site': headers['sec-fetch-site'], host, protocol };
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value).slice(0, maxLoggedLength)}`)
    .join(', ');
}

export interface OriginCheckOptions {
  /** Origins from which writes to any host are accepted. */
  origins: readonly string[];
  /** The only origin from which writes to its host are accepted, and no other host accepts one from it. */
  adminOrigin: string | undefined;
  isBrandHost: IsBrandHost;
}

/**
 * Rejects every write that a browser sends from another site. Accepts the configured origins, and the request's own origin
 * if its host is a domain of a brand, which prevents DNS rebinding. The administration accepts its own pages only. A request with neither Origin nor Sec-Fetch-Site does
 * not come from a browser page and is accepted. (SECURITY-04, HOST-01)
 */
export const originCheck = fastifyPlugin<OriginCheckOptions>(
  async (app, { origins, adminOrigin, isBrandHost }) => {
    /** Synchronous, unless the host has to be looked up. */
    function isAccepted({
      headers,
      protocol,
      host,
      isToAdministration,
    }: FastifyRequest): boolean | Promise<boolean> {
      const origin = headers.origin === undefined ? undefined : canonicalOrigin(headers.origin);
      if (isToAdministration && origin !== undefined) return origin === adminOrigin;
      if (origin !== undefined && origins.includes(origin)) return !isToAdministration;
      const site = headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
      if (headers.origin === undefined) return true;
      return (
        origin !== undefined &&
        origin === canonicalOrigin(`${protocol}://${host}`) &&
        isBrandHost(new URL(origin).hostname)
      );
    }

    app.addHook('onRequest', (request, _reply, done) => {
      if (safeMethods.has(request.method) || request.routeOptions.config.acceptsAnyOrigin) return done();
      const createError = () => new AppError('ORIGIN_REFUSED', { cause: new Error(describeOrigin(request)) });
      const accepted = isAccepted(request);
      if (typeof accepted === 'boolean') return done(accepted ? undefined : createError());
      accepted.then((isBrand) => done(isBrand ? undefined : createError()), done);
    });
  },
  { name: 'origin-check', dependencies: ['administration'] },
);
