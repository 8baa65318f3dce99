import { randomInt } from 'node:crypto';
import type { Release, ReleaseFile, ReleaseTable } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { maxPreviewDays, previewPath, readPreviewToken, type Preview } from '@fareline/releases/preview';
import { removedVersion } from '@fareline/releases/versions';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { hasShares, resolveTable, shares, type Visitor } from './resolve-table.ts';

/** Keeps a visitor with or without candidates. It is set only while there is one for a share of visitors, and identifies no visitor. */
const shareCookie = 'release_share';
const shareSeconds = 30 * 24 * 3600;

/** Its value is the token of a preview link. */
const previewCookie = 'release_preview';

const invalidPreview = `This preview link is not valid. A team of this site signs it, for ${maxPreviewDays} days at most.`;

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

/**
 * Determines which release of each front end a visitor gets: that of his preview link, else by brand and share. A version
 * whose files are missing or not signed by its team is replaced by the newest one before it that is. A version that the
 * table has not been checked with, a preview or an earlier one, is used only without a path of another front end.
 */
export const visitorReleases = fastifyPlugin<{ deps: Deps }>(
  async (app, { deps: { config, releaseSource } }) => {
    const readPreview = (token: unknown): Preview | undefined =>
      config.RELEASE_KEYS && typeof token === 'string'
        ? readPreviewToken(token, config.RELEASE_KEYS)
        : undefined;

    /** The newest version with files that its team has signed; a release without files if there is none. */
    async function findLastGood(name: string, file: ReleaseFile, isTried: boolean): Promise<Release> {
      const { version, manifest, routes, previous } = file[name]!;
      for (const other of [...(isTried ? [version] : []), ...previous]) {
        const found = await releaseSource.findVersion(name, other, file);
        if (found) return found;
      }
      return config.RELEASE_KEYS
        ? {
            version: removedVersion,
            manifest: manifest.replace(`/${version}/`, `/${removedVersion}/`),
            routes,
          }
        : { version, manifest, routes };
    }

    async function resolve(
      request: FastifyRequest,
      file: ReleaseFile,
      visitor: Visitor,
    ): Promise<ReleaseTable> {
      const table = resolveTable(file, visitor);
      const preview = readPreview(request.cookies[previewCookie]);
      const previewed =
        preview && table[preview.name]
          ? await releaseSource.findVersion(preview.name, preview.version, file)
          : undefined;
      if (preview && previewed) table[preview.name] = previewed;
      for (const [name, used] of Object.entries(table)) {
        // A remote of a development server is not a version.
        const isChecked = used === previewed || !used.manifest.startsWith('/releases/');
        const isTried = used.version !== file[name]!.version;
        if (isChecked || used.version === removedVersion || !(config.RELEASE_KEYS || isTried)) continue;
        if (!(await releaseSource.findVersion(name, used.version)))
          table[name] = await findLastGood(name, file, isTried);
      }
      return table;
    }

    app.decorateRequest('loadReleases');
    app.addHook('onRequest', (request, _reply, done) => {
      request.loadReleases = async (reply) => {
        const [file, { brand }] = await Promise.all([releaseSource.getTable(), request.loadBrand()]);
        const known = readShare(request);
        const share = known ?? randomInt(shares);
        if (known === undefined && hasShares(file))
          void reply.setCookie(shareCookie, String(share), {
            ...toAttributes(request),
            maxAge: shareSeconds,
          });
        return resolve(request, file, { brand: brand.id, share });
      };
      done();
    });

    /** A link of `npm run release -- <name> --preview`; without a token it ends the preview. */
    app.get<{ Querystring: { token?: unknown } }>(
      previewPath,
      { config: { access: 'public' } },
      (request, reply) => {
        const { token } = request.query;
        if (token === undefined) return reply.clearCookie(previewCookie, { path: '/' }).redirect('/');
        const preview = readPreview(token);
        if (!preview) throw new AppError('NOT_FOUND', { message: invalidPreview });
        return reply
          .setCookie(previewCookie, token as string, {
            ...toAttributes(request),
            expires: new Date(preview.until),
          })
          .redirect('/');
      },
    );
  },
  { name: 'visitor-releases', dependencies: ['@fastify/cookie', 'request-brand'] },
);

const toAttributes = ({ protocol }: FastifyRequest) =>
  ({ path: '/', sameSite: 'lax', httpOnly: true, secure: protocol === 'https' }) as const;
