import type { LogLevel } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

const rules = [
  '/api/',
  '/booking',
  '/my-trips',
  '/account-settings',
  '/admin-settings',
  '/admin/',
  '/reset-password',
];

/** What search engines leave alone: calls, and screens that belong to one visitor. */
export const robots = fastifyPlugin<{ logLevel: LogLevel }>(
  async (app, { logLevel }) => {
    app.get('/robots.txt', { logLevel, config: { access: 'public' } }, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(`User-agent: *\n${rules.map((path) => `Disallow: ${path}`).join('\n')}\n`),
    );
  },
  { name: 'robots' },
);
