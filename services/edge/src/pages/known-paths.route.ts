import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';

const iconPaths = ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'];

/** What browsers and password managers ask every site for, whatever its pages say. */
export const knownPathRoutes = routePlugin(
  { name: 'known-paths', dependencies: ['request-brand'] },
  (app, { staticLogLevel: logLevel }: Deps) => {
    const options = { logLevel, config: { access: 'public' } } as const;
    for (const path of iconPaths)
      app.get(path, options, async (request, reply) => {
        const { brand } = await request.loadBrand();
        return reply.header('cache-control', 'public, max-age=3600').redirect(brand.logo);
      });
    // https://www.w3.org/TR/change-password-url/
    app.get('/.well-known/change-password', options, async (_request, reply) =>
      reply.redirect('/account-settings'),
    );
  },
);
