import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

export interface RoutePluginOptions {
  name: string;
  /** Plugins that the routes use, such as `sessions`; the server does not start when their scope has none of that name. */
  dependencies?: string[];
}

/**
 * A Fastify plugin with the routes of a feature, registered with `scope.register(plugin, { deps })`. Its hooks and parsers
 * apply to its own routes only.
 */
export const routePlugin = <Deps>(
  { name, dependencies = [] }: RoutePluginOptions,
  addRoutes: (app: FastifyInstance, deps: Deps) => void | Promise<void>,
) =>
  fastifyPlugin<{ deps: Deps }>(async (app, { deps }) => addRoutes(app, deps), {
    name,
    dependencies,
    encapsulate: true,
  });
