import Fastify from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { routePlugin } from './route-plugin.ts';

let app = Fastify();
beforeEach(() => (app = Fastify()));
afterEach(() => app.close());

const clock = fastifyPlugin(async (scope) => void scope.decorate('clock', 'noon'), { name: 'clock' });
const timeRoutes = routePlugin(
  { name: 'time', dependencies: ['clock'] },
  (scope, { zone }: { zone: string }) => {
    scope.addHook('onSend', async (_request, reply) => void reply.header('x-zone', zone));
    scope.get('/time', async () => ({ zone }));
  },
);

it('gives the routes their dependencies', async () => {
  await app.register(clock);
  await app.register(timeRoutes, { deps: { zone: 'UTC' } });
  expect((await app.inject('/time')).json()).toEqual({ zone: 'UTC' });
});

it('fails to start when a plugin that the routes depend on is registered in another scope only', async () => {
  await app.register(async (scope) => {
    await scope.register(clock);
    await scope.register(timeRoutes, { deps: { zone: 'UTC' } });
  });
  await expect(app.register(timeRoutes, { deps: { zone: 'UTC' } })).rejects.toThrow(
    /'clock' of plugin 'time'/,
  );
});

it('applies the hooks of a plugin to its own routes only', async () => {
  await app.register(clock);
  await app.register(timeRoutes, { deps: { zone: 'UTC' } });
  app.get('/other', async () => ({}));
  expect((await app.inject('/time')).headers).toHaveProperty('x-zone', 'UTC');
  expect((await app.inject('/other')).headers).not.toHaveProperty('x-zone');
});
