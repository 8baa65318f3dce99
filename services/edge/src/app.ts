import { createBrandHostCheck } from '@fareline/service-kit/http/brand-host-check';
import { health } from '@fareline/service-kit/http/health';
import { watchService } from '@fareline/service-kit/outages';
import { connectReleaseStorage } from '@fareline/releases/connect';
import { buildServer } from '@fareline/service-kit/http/server';
import type { ServiceOptions } from '@fareline/service-kit/run-service';
import type { FastifyInstance } from 'fastify';
import { airlineLogosRoute } from './airline-logos/airline-logos.route.ts';
import { createBrandKeys } from './brands/brand-keys.ts';
import { requestBrand } from './brands/request-brand.ts';
import type { EdgeConfig } from './config.ts';
import { cspReportsRoute } from './csp-reports/csp-reports.route.ts';
import { createDeps } from './deps.ts';
import { limits } from './limits.ts';
import { pageReportsRoute } from './page-reports/page-reports.route.ts';
import { normaliseUrl } from './pages/normalise-url.ts';
import { knownPathRoutes } from './pages/known-paths.route.ts';
import { pageRoutes } from './pages/pages.route.ts';
import { robotsRoute } from './pages/robots.route.ts';
import { getSecurityHeaders } from './pages/security-headers.ts';
import { apiProxyRoutes, closedApiRoutes } from './proxy/api-proxy.route.ts';
import { createReleaseSource } from './releases/release-source.ts';
import { remoteStorageRoute } from './releases/remote-storage.route.ts';
import { releaseRoutes } from './releases/releases.route.ts';
import { visitorReleases } from './releases/visitor-releases.ts';

/** Builds the server of the single origin: pages, released front ends and the proxy to the services. (EDGE-01) */
export async function buildEdge(
  config: EdgeConfig,
  { logStream }: ServiceOptions = {},
): Promise<FastifyInstance> {
  const app = await buildServer({
    name: 'edge',
    config,
    isBrandHost: createBrandHostCheck((key) => hasBrand(key)),
    isPublic: true,
    rewriteUrl: normaliseUrl,
    headers: getSecurityHeaders(config.SITE_ORIGIN),
    buffersLog: true,
    logStream,
    overload: { load: 'page', limits: { search: limits.searches } },
  });
  const hasBrand = createBrandKeys(config.ACCOUNTS_URL, watchService(app.log, 'accounts'));
  const releaseStorage = (await connectReleaseStorage(config))!;
  const releaseSource = createReleaseSource(releaseStorage, config, app.log);
  const checkShell = async () => releaseSource.getShell(await releaseSource.getTable());
  await app.register(health, { checks: { shell: checkShell } });
  // The readiness check reports only that it failed.
  await checkShell().catch((error: unknown) => app.log.error(error, 'The front ends cannot be served yet.'));

  const deps = createDeps(config, { releaseStorage, releaseSource, hasBrand, log: app.log });
  await app.register(requestBrand, { deps });
  await app.register(visitorReleases, { deps });
  const routes = [
    ...[apiProxyRoutes, closedApiRoutes, cspReportsRoute, pageReportsRoute],
    ...[remoteStorageRoute, releaseRoutes, airlineLogosRoute, robotsRoute, knownPathRoutes, pageRoutes],
  ];
  for (const plugin of routes) await app.register(plugin, { deps });
  return app;
}
