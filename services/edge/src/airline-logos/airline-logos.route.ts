import { airlineLogoPath } from '@fareline/contracts';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import type { Deps } from '../deps.ts';
import { limitPerMinute, limits } from '../limits.ts';

const providerHost = 'https://assets.duffel.com';
const folder = '/img/airlines/for-light-background/full-color-logo';
const timeoutMs = 5_000;
const maxBytes = 200_000;
const maxLogos = 500;
const cacheSeconds = { logo: 86_400, missing: 3_600 };

/** Undefined when the provider has none or cannot be reached. */
async function loadLogo(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const isLogo = response.ok && response.headers.get('content-type')?.startsWith('image/svg+xml');
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (!isLogo || size > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return isLogo ? Buffer.concat(chunks) : undefined;
  } catch {
    return undefined;
  }
}

/** Logos of airlines, loaded from the provider and cached; 204 where there is none, since browsers log a 404 as an error. */
export const airlineLogosRoute = routePlugin(
  { name: 'airline-logos' },
  (app, { config, staticLogLevel: logLevel }: Deps) => {
    const readLogo = createLoadingCache({
      max: maxLogos,
      ttlMs: cacheSeconds.missing * 1000,
      load: async (code) => ({
        logo: await loadLogo(`${config.DUFFEL_BASE_PATH ?? providerHost}${folder}/${code}.svg`),
      }),
    });
    app.get<{ Params: { code: string } }>(
      airlineLogoPath(':code(^[A-Z\\d]{2,3}$)'),
      {
        logLevel,
        config: { access: 'public', load: 'file' },
        onRequest: limitPerMinute(limits.logosPerMinute, 'airline_logos'),
      },
      async ({ params }, reply) => {
        const { logo } = await readLogo(params.code);
        const maxAge = logo ? cacheSeconds.logo : cacheSeconds.missing;
        void reply.header('cache-control', `public, max-age=${maxAge}`);
        if (!logo) return reply.status(204).send();
        return reply
          .type('image/svg+xml')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(logo);
      },
    );
  },
);
