import { createRemoteBrandHostCheck, buildServer } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { createBrandSource } from './brands/brand-source.ts';
import { requestBrand } from './brands/request-brand.ts';
import type { EdgeConfig } from './config.ts';
import { pages } from './pages/pages.route.ts';
import { normaliseUrl } from './pages/normalise-url.ts';
import { robots } from './pages/robots.route.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { apiProxy } from './proxy/api-proxy.ts';
import { createReleaseSource } from './releases/release-source.ts';
import { releases } from './releases/releases.route.ts';

/** Creates the server of the single origin: pages, released front ends and the proxy to the services. (EDGE-01) */
export async function buildEdge(config: EdgeConfig): Promise<FastifyInstance> {
  const releaseSource = createReleaseSource(config.RELEASES_DIR, config.NODE_ENV !== 'production');
  const app = await buildServer({
    name: 'edge',
    config,
    checks: { shell: () => releaseSource.getShell() },
    isBrandHost: createRemoteBrandHostCheck(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
    rewriteUrl: normaliseUrl,
  });
  const brandSource = createBrandSource(config.ACCOUNTS_URL, app.log);
  // Requests for static files are logged only when they fail.
  const logLevel = config.LOG_LEVEL === 'silent' ? 'silent' : 'warn';
  await app.register(securityHeaders);
  await app.register(requestBrand, { brandSource });
  await app.register(apiProxy, {
    flights: config.FLIGHTS_URL,
    payments: [config.PAYMENTS_URL],
    accounts: [config.ACCOUNTS_URL],
  });
  await app.register(releases, { dir: config.RELEASES_DIR, source: releaseSource, logLevel });
  await app.register(robots, { logLevel });
  await app.register(pages, { releaseSource });
  return app;
}
