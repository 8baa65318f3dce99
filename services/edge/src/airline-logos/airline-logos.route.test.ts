import { airlineLogoPath } from '@fareline/contracts';
import Fastify, { type FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Stands for the provider's host of logos. */
const provider = {
  urls: [] as string[],
  respond: (reply: FastifyReply): unknown => reply.type('image/svg+xml').send(svg),
};
let stopProvider: () => Promise<void>;
let harness: Harness;
beforeEach(async () => {
  provider.urls = [];
  provider.respond = (reply) => reply.type('image/svg+xml').send(svg);
  const app = Fastify({ forceCloseConnections: true });
  app.get('/*', async ({ url }, reply) => {
    provider.urls.push(url);
    return provider.respond(reply);
  });
  stopProvider = () => app.close();
  harness = await startHarness({ DUFFEL_BASE_PATH: await app.listen({ port: 0, host: '127.0.0.1' }) });
});
afterEach(async () => {
  await harness.stop();
  await stopProvider();
});

const get = (url: string) => harness.app.inject({ url, headers: { host: 'localhost:3000' } });
const getLogo = (code: string) => get(airlineLogoPath(code));

describe('the logo of an airline', () => {
  it('[CARD-01] is that of the provider, which browsers cache and never run', async () => {
    const { statusCode, headers, body } = await getLogo('BA');
    expect([statusCode, body]).toEqual([200, svg]);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(provider.urls).toEqual(['/img/airlines/for-light-background/full-color-logo/BA.svg']);
  });

  it('[CARD-01] is loaded once for many requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => getLogo('BA')));
    await getLogo('BA');
    expect(provider.urls).toHaveLength(1);
  });

  it.each<[string, (reply: FastifyReply) => unknown]>([
    ['has none', (reply) => reply.status(404).send()],
    ['fails', (reply) => reply.raw.destroy()],
    ['leads to another host', (reply) => reply.redirect('https://elsewhere.example/BA.svg')],
    ['sends a page', (reply) => reply.type('text/html').send('<script>1</script>')],
    ['sends more than a logo', (reply) => reply.type('image/svg+xml').send('x'.repeat(200_001))],
  ])('[CARD-01] is 204, which no browser logs as an error, when the provider %s', async (_case, respond) => {
    provider.respond = respond;
    const { statusCode, headers, body } = await getLogo('BA');
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    await getLogo('BA');
    expect(provider.urls).toHaveLength(1);
  });

  it('[CARD-01] asks the provider for codes of airlines only', async () => {
    for (const code of ['ba', 'B', 'BAAA', '..%2Fx', '%2e%2e'])
      expect((await getLogo(code)).statusCode, code).toBe(404);
    expect(provider.urls).toEqual([]);
  });

  it('[LIMIT-02] is refused beyond the limit of a network', async () => {
    for (let count = 0; count < limits.logosPerMinute.network; count += 1) await getLogo('BA');
    const { statusCode, headers } = await getLogo('BA');
    expect([statusCode, headers['retry-after']]).toEqual([429, '60']);
  });
});
