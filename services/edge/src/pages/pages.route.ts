import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { PublicBrand, RemoteManifest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { pageErrorHandler } from '@fareline/service-kit/http/error-page';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandCookie } from '../brands/request-brand.ts';
import type { Deps } from '../deps.ts';
import { isUnambiguousPath } from '../is-unambiguous-path.ts';
import { getReleaseFolder, toBrowserTable } from '../releases/release-source.ts';
import { selectReleases } from '../releases/select-releases.ts';
import { contentSecurityPolicy, reportingEndpoints } from './content-security-policy.ts';
import { getDocumentGroups, isTagFree } from './document-groups.ts';
import { renderDocument } from './document.ts';
import { hasToken } from './has-token.ts';
import { cardFormPath, getCardFormHosts } from './hosts.ts';
import { matchPage } from './match-page.ts';
import { describePage } from './page-meta.ts';
import { getPreloads } from './preloads.ts';
import { createPrerenderedPages } from './prerendered-pages.ts';
import { getCardFormHeaders } from './security-headers.ts';

/**
 * Reduces a manifest to what the federation runtime needs to show a screen. The shell provides the shared
 * modules, the release table has the routes, and inlined style sheets are in the page.
 */
function trimManifest(manifest: RemoteManifest, inlinedFiles: readonly string[]): RemoteManifest {
  const isNotInlined = (file: string) => !inlinedFiles.includes(file);
  return {
    ...manifest,
    metaData: { ...manifest.metaData, routes: [] },
    shared: [],
    exposes: manifest.exposes.map(({ assets: { js, css }, ...expose }) => ({
      ...expose,
      assets: { js, css: { ...css, sync: css.sync.filter(isNotInlined) } },
    })),
  };
}

const withFolder = (integrity: Record<string, string> = {}, folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [folder + file, hash]));

const withoutTags = (brand: PublicBrand): PublicBrand => ({
  ...brand,
  tags: { analyticsId: '', adConversionId: '' },
});

/** Both roles of staff may open it. */
const staffHome = '/admin/bookings';

/** Sent when a page cannot be rendered because the release table or the shell cannot be read. */
const retryAfterSeconds = 5;

/** Sends the shell with the brand applied for every path without another route; 404 if no page has the path. (EDGE-02, ROUTE-08) */
export const pageRoutes = routePlugin(
  { name: 'pages', dependencies: ['request-brand', 'visitor-releases'] },
  async (app, { config, releaseSource }: Deps) => {
    const siteCardForm = getCardFormHosts(config);
    const loadPrerenderedPage = createPrerenderedPages(releaseSource);

    async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const [{ brand: requestedBrand, parameter }, origin, [allReleases, shell]] = await Promise.all([
        request.loadBrand(),
        request.findSiteOrigin(),
        request
          .loadReleases(reply)
          .then(async (loaded) => [loaded, await releaseSource.getShell(loaded)] as const),
      ]).catch((cause: unknown) => {
        throw new AppError('SERVICE_UNAVAILABLE', { cause, retryAfterSeconds });
      });
      const { isToAdministration } = request;
      const releases = selectReleases(allReleases, isToAdministration);
      const path = isUnambiguousPath(request.url) ? decodePath(request.url) : undefined;
      if (isToAdministration && path === '/') return reply.redirect(staffHome);
      const page = path === undefined ? undefined : matchPage(releases, path);
      const siteBrand = isToAdministration ? withoutTags(requestedBrand) : requestedBrand;
      // Scripts of other companies would read the token from the URL, whatever they are told to report.
      const isTagless = hasToken(request.url) || (page && isTagFree(page));
      const brand = isTagless ? withoutTags(siteBrand) : siteBrand;
      if (page?.redirect !== undefined) return reply.redirect(page.redirect);
      const cardForm = isBelow(cardFormPath, page?.route.path) ? siteCardForm : undefined;
      const release = page && page.frontEnd !== 'shell' ? releases[page.frontEnd] : undefined;
      const manifest =
        page && release && (await releaseSource.getRemoteManifest(page.frontEnd, release.manifest));
      const remote = release && manifest ? { release, manifest } : undefined;
      const prerendered =
        page && (remote || page.frontEnd === 'shell')
          ? await loadPrerenderedPage({ brand, page, shell, remote })
          : undefined;
      const inlinedFiles = prerendered?.styleSheets.map(({ name }) => name) ?? [];
      const nonce = randomBytes(16).toString('base64');
      const html = renderDocument({
        brand,
        texts: describePage(brand, page, request.url, origin),
        nonce,
        scripts: shell.manifest.scripts.map((file) => shell.base + file),
        styles: shell.manifest.styles.map((file) => shell.base + file),
        integrity: {
          ...withFolder(shell.manifest.integrity, shell.base),
          ...(remote && withFolder(remote.manifest.integrity, getReleaseFolder(remote.release))),
        },
        shellIntegrity: shell.manifest.integrity ?? {},
        preloads: getPreloads({ page, shell, remote, inlinedFiles }),
        prerendered,
        releases: toBrowserTable(releases),
        format: shell.manifest.format,
        manifests: remote ? { [remote.release.manifest]: trimManifest(remote.manifest, inlinedFiles) } : {},
        documentGroups: getDocumentGroups(releases, siteBrand, siteCardForm !== undefined),
        cardForm,
      });
      if (parameter !== undefined) {
        void reply.setCookie(brandCookie, parameter, {
          path: '/',
          sameSite: 'lax',
          httpOnly: true,
          secure: request.protocol === 'https',
        });
      }
      if (hasToken(request.url) || page?.route.private) reply.header('referrer-policy', 'no-referrer');
      // A mailed link that is passed on may be found by search engines that were not told of robots.txt.
      if (page?.route.private) reply.header('x-robots-tag', 'noindex');
      if (cardForm) reply.headers(getCardFormHeaders(cardForm));
      return reply
        .status(page ? 200 : 404)
        .headers({
          'content-security-policy': contentSecurityPolicy(nonce, brand, releases, cardForm),
          'reporting-endpoints': reportingEndpoints,
          'content-type': 'text/html; charset=utf-8',
        })
        .send(html);
    }

    await app.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      // A page needs no larger window than 64 kB: with the default each response takes 7 MB while it is compressed, and four times the CPU time.
      brotliOptions: {
        params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 },
      },
    });
    app.setErrorHandler(pageErrorHandler);
    app.get('/*', { exposeHeadRoute: true, config: { access: 'public' } }, sendPage);
  },
);

const isBelow = (parent: string, path = ''): boolean => `${path}/`.startsWith(`${parent}/`);

const decodePath = (url: string): string => decodeURI(url.split('?')[0] ?? '/');
