import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { IsBrandHost } from './brand-host-check.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin for links in mails and pages, such as `https://fares.example`; never one that only the client claims. Never rejects. (HOST-03) */
    findSiteOrigin(): Promise<string>;
  }
}

export interface SiteOriginOptions {
  /** SITE_ORIGIN: the first is used for a request to any other host. */
  origins: readonly string[];
  isBrandHost: IsBrandHost;
}

/** The host name as browsers send it, without a trailing dot; undefined if the Host header is not a host name and a port. */
const canonicalHostname = (host: string): string | undefined =>
  /^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)
    ? URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')
    : undefined;

/**
 * Finds the origin on which a request was made, if its host is one of SITE_ORIGIN or a domain of a brand. Scheme and port of a
 * brand's host are those of SITE_ORIGIN, because all hosts are served by one edge and a client can send any port.
 */
export const siteOrigin = fastifyPlugin<SiteOriginOptions>(
  async (app, { origins, isBrandHost }) => {
    const sites = origins.map((origin) => new URL(origin));
    const [main] = sites;
    if (!main) throw new Error('SITE_ORIGIN is empty.');
    const isLocalSite = sites.some(({ hostname }) => hostname === 'localhost' || hostname === '127.0.0.1');

    async function findOrigin({ host }: FastifyRequest): Promise<string> {
      const hostname = canonicalHostname(host);
      if (hostname === undefined) return main!.origin;
      const site =
        sites.find((url) => url.host === host.toLowerCase()) ??
        sites.find((url) => url.hostname === hostname);
      if (site) return site.origin;
      // Outside of a local run `<brand>.localhost` would lead to the reader's own machine.
      if (hostname.endsWith('.localhost') && !isLocalSite) return main!.origin;
      if (!(await isBrandHost(hostname).catch(() => false))) return main!.origin;
      return `${main!.protocol}//${hostname}${main!.port && `:${main!.port}`}`;
    }

    app.decorateRequest('findSiteOrigin', function findSiteOrigin(this: FastifyRequest) {
      return findOrigin(this);
    });
  },
  { name: 'site-origin' },
);
