import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { refuseForeignHosts } from './refuse-foreign-hosts.ts';

it.each([
  ['localhost:4010', 200],
  ['127.0.0.1:4010', 200],
  ['[::1]:4010', 200],
  ['duffel:4010', 200],
  ['rebound.example:4010', 421],
  ['127.0.0.1.rebound.example', 421],
  ['localhost.rebound.example:4010', 421],
])('a request for the host "%s" gets %i', async (host, status) => {
  const app = Fastify();
  refuseForeignHosts(app);
  app.get('/messages', () => 'a mail');
  for (const url of ['/messages', '/unknown']) {
    const response = await app.inject({ url, headers: { host } });
    expect(response.statusCode).toBe(status === 200 && url === '/unknown' ? 404 : status);
    expect(response.body === 'a mail').toBe(status === 200 && url === '/messages');
  }
});
