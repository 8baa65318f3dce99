import { join } from 'node:path';
import { declareAccess } from '@fareline/service-kit/http/access';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import mime from 'mime';
import type { Deps } from '../deps.ts';
import { toBrowserTable } from './release-source.ts';
import { administrationFrontEnds, selectReleases } from './select-releases.ts';

const maxAgeSeconds = 31_536_000;
const brandAssets = join(import.meta.dirname, '..', '..', 'public', 'brand');

/** Compressed copies, which the build has made, by encoding. */
const copies = { br: '.br', gzip: '.gz' } as const;

const isText = (type: string): boolean => /^text\/|\/(javascript|json)$|\+xml$/.test(type);

/** Serves released files, which are immutable and cached for a year, and the table of current releases. */
export const releaseRoutes = routePlugin(
  { name: 'releases', dependencies: ['visitor-releases'] },
  async (app, { releaseSource, staticLogLevel: logLevel }: Deps) => {
    declareAccess(app, 'public');
    app.addHook('onRoute', (route) => {
      route.config = { load: 'file', ...route.config };
    });
    app.get('/releases/table.json', { logLevel }, async (request, reply) =>
      toBrowserTable(selectReleases(await request.loadReleases(reply), request.isToAdministration)),
    );
    app.get<{ Params: { name: string; version: string; file: string } }>(
      '/releases/:name/:version/:file',
      { logLevel },
      async ({ params: { name, version, file }, headers, isToAdministration }, reply) => {
        if (isToAdministration && !administrationFrontEnds.includes(name)) return reply.callNotFound();
        // Excludes hidden files.
        if (!/^[a-z]+\/[\w-]+\/[^/.][^/]*$/.test(`${name}/${version}/${file}`)) return reply.callNotFound();
        const url = `/releases/${name}/${version}/${file}`;
        const encoding = negotiate(headers['accept-encoding'] ?? '', Object.keys(copies));
        const copy =
          encoding && (await releaseSource.readAsset(url + copies[encoding as keyof typeof copies]));
        const content = copy || (await releaseSource.readAsset(url));
        if (!content) return reply.callNotFound();
        if (copy) reply.header('content-encoding', encoding);
        const type = mime.getType(file) ?? 'application/octet-stream';
        // The card provider's frame writes in the brand's font. (ELEMENT-01)
        if (type.startsWith('font/'))
          reply
            .header('access-control-allow-origin', '*')
            .header('cross-origin-resource-policy', 'cross-origin');
        return reply
          .header('vary', 'accept-encoding')
          .header('cache-control', `public, max-age=${maxAgeSeconds}, immutable`)
          .type(isText(type) ? `${type}; charset=utf-8` : type)
          .send(content);
      },
    );
    await app.register(fastifyStatic, {
      root: brandAssets,
      prefix: '/brand/',
      index: false,
      decorateReply: false,
      logLevel,
      maxAge: '1d',
      // Mail clients in a browser show the logo on pages of their own. (DOC-01)
      setHeaders: (reply) => void reply.header('cross-origin-resource-policy', 'cross-origin'),
    });
  },
);
