import { join } from 'node:path';
import { declareAccess } from '@fareline/service-kit/http/access';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import fastifyStatic from '@fastify/static';
import type { Deps } from '../deps.ts';
import { toBrowserTable } from './release-source.ts';

const maxAgeSeconds = 31_536_000;
const brandAssets = join(import.meta.dirname, '..', '..', 'public', 'brand');

/** Serves released files, which are immutable and cached for a year, and the table of current releases. */
export const releaseRoutes = routePlugin(
  { name: 'releases', dependencies: ['visitor-releases'] },
  async (app, { config, staticLogLevel: logLevel }: Deps) => {
    declareAccess(app, 'public');
    app.addHook('onRoute', (route) => {
      route.config = { load: 'file', ...route.config };
    });
    app.get('/releases/table.json', { logLevel }, async (request, reply) =>
      toBrowserTable(await request.loadReleases(reply)),
    );
    await app.register(fastifyStatic, {
      root: config.RELEASES_DIR,
      prefix: '/releases/',
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      logLevel,
      // Excludes files at the top of the folder, which belong to the release table.
      allowedPath: (path) => /^\/[a-z]+\/[\w-]+\/[^/]+$/.test(path),
      cacheControl: false,
      setHeaders: (reply) =>
        void reply.header('cache-control', `public, max-age=${maxAgeSeconds}, immutable`),
    });
    await app.register(fastifyStatic, {
      root: brandAssets,
      prefix: '/brand/',
      index: false,
      decorateReply: false,
      logLevel,
      maxAge: '1d',
    });
  },
);
