import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { selectReleases } from '../releases/select-releases.ts';

/** `/robots.txt`: excludes the API and screens with a visitor's own data from search engines. */
export const robotsRoute = routePlugin(
  { name: 'robots' },
  (app, { releaseSource, staticLogLevel: logLevel }: Deps) => {
    app.get('/robots.txt', { logLevel, config: { access: 'public' } }, async (request, reply) => {
      const releases = selectReleases(await releaseSource.getTable(), request.isToAdministration);
      const privatePaths = Object.values(releases)
        .flatMap(({ routes }) => routes.filter((route) => route.private))
        .flatMap(({ path, aliases = [] }) => [path, ...aliases])
        // A rule excludes all paths that begin with it.
        .map((path) => path.replace(/:.*/, ''));
      const rules = [...new Set(['/api/', ...privatePaths])].map((path) => `Disallow: ${path}`);
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(`User-agent: *\n${rules.join('\n')}\n`);
    });
  },
);
