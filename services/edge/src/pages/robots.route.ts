import { routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';

const disallowedPaths = [
  '/api/',
  '/booking',
  '/my-trips',
  '/account-settings',
  '/admin-settings',
  '/admin/',
  '/reset-password',
];

/** `/robots.txt`: excludes the API and screens with a visitor's own data from search engines. */
export const robotsRoute = routePlugin({ name: 'robots' }, (app, { staticLogLevel: logLevel }: Deps) => {
  app.get('/robots.txt', { logLevel, config: { access: 'public' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\n${disallowedPaths.map((path) => `Disallow: ${path}`).join('\n')}\n`),
  );
});
