import { join } from 'node:path';
import { declareAccess } from '@fareline/service-kit';
import fastifyStatic from '@fastify/static';
import type { LogLevel } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ReleaseSource } from './release-source.ts';

const maxAgeSeconds = 31_536_000;
const brandAssets = join(import.meta.dirname, '..', '..', 'public', 'brand');

/** Serves released files, which are immutable and cached for a year, and the table of current releases, which is not cached. */
export const releases = fastifyPlugin<{ dir: string; source: ReleaseSource; logLevel: LogLevel }>(
  async (app, { dir, source, logLevel }) => {
    app.get('/releases/table.json', { logLevel, config: { access: 'public' } }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await source.getTable()),
    );
    await app.register(async (scope) => {
      declareAccess(scope, 'public');
      await scope.register(fastifyStatic, {
        root: dir,
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
      await scope.register(fastifyStatic, {
        root: brandAssets,
        prefix: '/brand/',
        index: false,
        decorateReply: false,
        logLevel,
        maxAge: '1d',
      });
    });
  },
  { name: 'releases' },
);
