import { randomInt } from 'node:crypto';
import type { ReleaseTable } from '@fareline/contracts';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { hasShares, resolveTable, shares } from './resolve-table.ts';

/** Keeps a visitor with or without candidates. It is set only while there is one for a share of visitors, and identifies nobody. */
const shareCookie = 'release_share';
const shareSeconds = 30 * 24 * 3600;

declare module 'fastify' {
  interface FastifyRequest {
    /** The releases that this visitor gets. Rejects with SERVICE_UNAVAILABLE when the table is missing or invalid. */
    loadReleases: (reply: FastifyReply) => Promise<ReleaseTable>;
  }
}

function readShare({ cookies }: FastifyRequest): number | undefined {
  const value = cookies[shareCookie];
  return value && /^\d{1,3}$/.test(value) ? Number(value) : undefined;
}

/** Determines which release of each front end a visitor gets, by brand and share. */
export const visitorReleases = fastifyPlugin<{ deps: Deps }>(
  async (app, { deps: { releaseSource } }) => {
    app.decorateRequest('loadReleases');
    app.addHook('onRequest', (request, _reply, done) => {
      request.loadReleases = async (reply) => {
        const [file, { brand }] = await Promise.all([releaseSource.getTable(), request.loadBrand()]);
        const known = readShare(request);
        const share = known ?? randomInt(shares);
        if (known === undefined && hasShares(file))
          void reply.setCookie(shareCookie, String(share), {
            path: '/',
            sameSite: 'lax',
            httpOnly: true,
            secure: request.protocol === 'https',
            maxAge: shareSeconds,
          });
        return resolveTable(file, { brand: brand.id, share });
      };
      done();
    });
  },
  { name: 'visitor-releases', dependencies: ['@fastify/cookie', 'request-brand'] },
);
