import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import type { IsBrandHost } from './brand-host-check.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** An origin as browsers write it; undefined where there is none to read, as in `null`. */
function canonicalOrigin(url: string): string | undefined {
  const { origin } = URL.parse(url) ?? {};
  return origin === 'null' ? undefined : origin;
}

export interface OriginCheckOptions {
  /** Origins from which writes are taken whatever the host. */
  origins: readonly string[];
  isBrandHost: IsBrandHost;
}

/**
 * Refuses every write that a browser sent from another site. Accepted are the origins of the settings, and the request's own
 * origin where its host is a domain of a brand: a host that only claims to be its own, as in DNS rebinding, is none. A
 * request with neither Origin nor Sec-Fetch-Site comes from no browser page and passes. (SECURITY-04, HOST-01, D21)
 */
export const originCheck = fastifyPlugin<OriginCheckOptions>(
  async (app, { origins, isBrandHost }) => {
    /** At once, unless the host has to be looked up. */
    function isAccepted({ headers, protocol, host }: FastifyRequest): boolean | Promise<boolean> {
      const origin = headers.origin === undefined ? undefined : canonicalOrigin(headers.origin);
      if (origin !== undefined && origins.includes(origin)) return true;
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
      if (safeMethods.has(request.method)) return done();
      const refusal = () =>
        new AppError('ORIGIN_REFUSED', { cause: new Error(`origin ${request.headers.origin}`) });
      const accepted = isAccepted(request);
      if (typeof accepted === 'boolean') return done(accepted ? undefined : refusal());
      accepted.then((isBrand) => done(isBrand ? undefined : refusal()), done);
    });
  },
  { name: 'origin-check' },
);
