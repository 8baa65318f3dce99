import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { messageFor } from '@fareline/contracts/errors';
import { errorBodySchema } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestBrand, startHarness, startUpstream, type Harness } from '../testing/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const requestedUrls = ({ requests }: { requests: { url: string }[] }) => requests.map(({ url }) => url);

describe('the way to the services', () => {
  it('[EDGE-01] passes each path of /api to its service on this one origin, with its query and its body as sent', async () => {
    const { app, accounts, payments } = harness;
    await app.inject('/api/auth/user?x=1');
    await app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'content-type': 'application/json' },
      body: '{ "spaces":  "stay" }',
    });
    await app.inject('/api/accounts/docs');
    expect(requestedUrls(accounts)).toEqual(['/api/auth/user?x=1', '/api/accounts/docs']);
    expect(payments.requests).toMatchObject([{ url: '/api/webhooks/stripe', body: '{ "spaces":  "stay" }' }]);
  });

  it('[EDGE-01] hands the session cookie on to every service', async () => {
    const { app, accounts, payments, flights } = harness;
    const headers = { cookie: 'session=abc' };
    for (const url of ['/api/auth/user', '/api/bookings', '/api/flights/offer/off_1'])
      await app.inject({ url, headers });
    for (const { requests } of [accounts, payments, flights[0]!]) {
      expect(requests.at(-1)?.headers.cookie).toBe('session=abc');
    }
  });

  it('never passes /internal on, in any spelling', async () => {
    const { app, accounts, payments, flights } = harness;
    for (const url of [
      '/internal/sessions/check',
      '/internal',
      '/api/../internal/x',
      '/api/auth/..%2f..%2finternal/x',
    ]) {
      const response = await app.inject({
        url,
        headers: { 'x-service-credential': 'a-credential-of-the-tests' },
      });
      expect([400, 404], url).toContain(response.statusCode);
    }
    expect(
      [accounts, payments, ...flights].flatMap(requestedUrls).filter((url) => url.startsWith('/internal')),
    ).toEqual([]);
  });

  it('answers 404 with the common error body for a path of /api that no service has', async () => {
    const response = await harness.app.inject('/api/nothing/here');
    expect(response.statusCode).toBe(404);
    expect(errorBodySchema.parse(response.json()).error).toBe('NOT_FOUND');
  });

  it('[EDGE-03] says itself which brand and visitor a request is for, and drops what the visitor claims', async () => {
    const { app, accounts } = harness;
    accounts.respond = ({ url }) =>
      url === '/api/brands/sky.example'
        ? { status: 200, body: createTestBrand('sky') }
        : { status: 200, body: {} };
    await app.inject({
      url: '/api/auth/user',
      remoteAddress: '203.0.113.9',
      headers: {
        host: 'sky.example',
        'x-brand': 'other',
        'x-service-credential': 'guess',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
      },
    });
    const { headers } = accounts.requests.at(-1)!;
    expect(headers).toMatchObject({
      'x-brand': 'sky',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'sky.example',
      'x-forwarded-proto': 'http',
    });
    expect(headers['x-service-credential']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it.each([
    ['a proxy of the list', '10.0.0.7', '203.0.113.9', 'sky.example', 'https'],
    ['any other peer', '198.51.100.4', '198.51.100.4', 'localhost', 'http'],
  ])(
    '[HOST-06] takes client address, host and protocol from the headers of %s, or not',
    async (_which, remoteAddress, address, host, protocol) => {
      const behindProxy = await startHarness({ TRUSTED_PROXIES: '10.0.0.0/8' });
      try {
        await behindProxy.app.inject({
          url: '/api/auth/user',
          remoteAddress,
          headers: {
            host: 'localhost',
            'x-forwarded-for': '192.0.2.66, 203.0.113.9',
            'x-forwarded-host': 'sky.example',
            'x-forwarded-proto': 'https',
            forwarded: 'for=192.0.2.66',
            'x-real-ip': '192.0.2.66',
          },
        });
        const { headers } = behindProxy.accounts.requests.at(-1)!;
        expect(headers).toMatchObject({
          'x-forwarded-for': address,
          'x-forwarded-host': host,
          'x-forwarded-proto': protocol,
        });
        expect(JSON.stringify(headers)).not.toContain('192.0.2.66');
      } finally {
        await behindProxy.stop();
      }
    },
  );

  it('refuses a path that names another origin or cannot be read', async () => {
    const { app, accounts } = harness;
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    for (const path of [
      'http://evil.example/api/auth/user',
      '/api/auth/%E0%A4%A',
      '/api/auth/..\\internal',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString(), path).toMatch(/^HTTP\/1\.1 4(00|04) /);
    }
    expect(accounts.requests).toEqual([]);
  });

  it('keeps to itself what speaks of one connection alone, in both directions', async () => {
    const { app, accounts } = harness;
    await app.inject({
      url: '/api/auth/user',
      headers: {
        connection: 'close, x-mine',
        'x-mine': '1',
        'keep-alive': 'timeout=1',
        te: 'trailers',
        upgrade: 'h2c',
        'x-else': '2',
      },
    });
    const { headers } = accounts.requests.at(-1)!;
    expect(headers).toMatchObject({ 'x-else': '2', connection: 'keep-alive' });
    for (const name of ['x-mine', 'keep-alive', 'te', 'upgrade']) expect(headers).not.toHaveProperty(name);
    const answer = await app.inject('/api/auth/user');
    expect(answer.headers).not.toHaveProperty('keep-alive');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['nothing', 204, ''],
    ['what has not changed', 304, ''],
    ['a little', 200, 'x'],
    ['more than is held in memory', 200, 'x'.repeat(3_000_000)],
  ])('passes %s on', async (_what, status, body) => {
    const { app, accounts } = harness;
    accounts.respond = () => ({ status, body: body || undefined });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/api/auth/user`);
    expect([response.status, await response.text()]).toEqual([status, body]);
    const head = await fetch(`${url}/api/auth/user`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([status, '']);
    expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
  });

  it.each(['/api/auth/logout', '/%61pi/auth/logout', '/api/auth/%6Cogout', '/api//auth/logout'])(
    '[SECURITY-04, ACCESS-01] refuses a write to %s that comes from another site',
    async (url) => {
      const { app, accounts } = harness;
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const response = await app.inject({ method: 'POST', url, headers, body: '{}' });
      expect(response.statusCode).toBe(403);
      expect(accounts.requests).toEqual([]);
    },
  );

  it('[ACCESS-02] passes no path on that can be read in two ways', async () => {
    const { app, accounts, payments, flights } = harness;
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    for (const path of [
      '/%61pi/auth/logout',
      '/api/%61uth/logout',
      '/api/auth//logout',
      '//api/auth/logout',
      '/api/auth/./logout',
      '/api/auth/../auth/logout',
      '/api/auth/%2e%2e/auth/logout',
      '/api/auth/..%2flogout',
      '/api/auth/..%5clogout',
      '/%69nternal/guest-accounts',
      '/api/auth/../../internal/guest-accounts',
      '/internal%2fguest-accounts',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.end(`POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString(), path).toMatch(/^HTTP\/1\.1 4(00|04) /);
    }
    expect([accounts, payments, ...flights].flatMap(requestedUrls)).toEqual([]);
  });

  it('[HOST-01] passes a write on that comes from the domain of a brand itself, and from no other host', async () => {
    const { app, accounts, payments } = harness;
    accounts.respond = ({ url }) =>
      url === '/api/brands/sky.example'
        ? { status: 200, body: createTestBrand('sky') }
        : { status: 404, body: { error: 'BRAND_NOT_FOUND', message: 'Brand not found' } };
    const writeOn = (host: string, origin = `http://${host}`) =>
      app.inject({ method: 'POST', url: '/api/bookings', headers: { host, origin } });
    expect((await writeOn('sky.example')).statusCode).toBe(200);
    expect(payments.requests.at(-1)!.headers).toMatchObject({
      origin: 'http://sky.example',
      'x-forwarded-host': 'sky.example',
    });
    for (const response of [
      await writeOn('evil.example'),
      await writeOn('sky.example', 'http://evil.example'),
      await writeOn('sky.example', 'https://sky.example'),
    ])
      expect([response.statusCode, response.json().error]).toEqual([403, 'ORIGIN_REFUSED']);
    expect(payments.requests).toHaveLength(1);
  });
});

describe('a search that several ask for at once', () => {
  const query = { origin: 'JFK', destination: 'LHR' };
  const ask = (headers: Record<string, string> = {}, body: object = query) =>
    harness.app.inject({ method: 'POST', url: '/api/flights/search', headers, body });
  const asked = () =>
    harness.flights.flatMap(({ requests }) => requests.filter(({ method }) => method === 'POST'));

  /** Answers of flights, held back until all have asked. */
  const holdBack = (status: number, body: () => unknown) => {
    const gate = Promise.withResolvers<void>();
    for (const flights of harness.flights)
      flights.respond = async () => {
        await gate.promise;
        return { status, body: body() };
      };
    return gate;
  };

  it.each([
    ['its answer', 200, { offers: [] }],
    ['its refusal', 503, { error: 'SERVICE_BUSY', message: 'Busy.' }],
  ])('[CACHE-04] is one call, and all get %s', async (_what, status, body) => {
    const gate = holdBack(status, () => body);
    const answers = Array.from({ length: 5 }, () => ask());
    await vi.waitFor(() => expect(asked()).not.toEqual([]));
    gate.resolve();
    for (const answer of await Promise.all(answers))
      expect([answer.statusCode, answer.json()]).toEqual([status, body]);
    const ids = (await Promise.all(answers)).map(({ headers }) => headers['x-request-id']);
    expect([asked().length, new Set(ids).size]).toEqual([1, 5]);
    await ask();
    expect(asked()).toHaveLength(2);
  });

  it('is as many calls as there are searches, brands and encodings', async () => {
    harness.accounts.respond = ({ url }) => ({
      status: 200,
      body: url.endsWith('sky.example') ? createTestBrand('sky') : {},
    });
    const gate = holdBack(200, () => ({ offers: [] }));
    const answers = [
      ask(),
      ask({}, { ...query, destination: 'CDG' }),
      ask({ 'accept-encoding': 'br' }),
      ask({ host: 'sky.example' }),
    ];
    await vi.waitFor(() => expect(asked()).toHaveLength(answers.length));
    gate.resolve();
    await Promise.all(answers);
    expect(asked().map(({ headers }) => headers['x-brand'])).toContain('sky');
  });

  it('is a call of each where the answer is too large to be held', async () => {
    const gate = holdBack(200, () => 'x'.repeat(2_000_000));
    const answers = [ask(), ask()];
    await vi.waitFor(() => expect(asked()).not.toEqual([]));
    gate.resolve();
    for (const { body } of await Promise.all(answers)) expect(body).toHaveLength(2_000_000);
    expect(asked()).toHaveLength(2);
  });

  it('is not one call where it is anything but a search', async () => {
    const gate = holdBack(200, () => ({}));
    const answers = [1, 2].map(() =>
      harness.app.inject({ method: 'POST', url: '/api/flights/offers', body: query }),
    );
    await vi.waitFor(() => expect(asked()).toHaveLength(2));
    gate.resolve();
    await Promise.all(answers);
  });
});

/** Events that come until the client leaves. */
async function* endless() {
  yield 'event: progress\n\n';
  await new Promise(() => undefined);
}

describe('a stream of events', () => {
  const watch = async (source: PassThrough) => {
    for (const flights of harness.flights) flights.respond = () => ({ status: 200, body: source });
    const leaving = new AbortController();
    const url = await harness.app.listen({ host: '127.0.0.1', port: 0 });
    source.write('event: progress\n\n');
    const response = await fetch(`${url}/api/flights/search/progress`, { signal: leaving.signal });
    const events = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    return { response, leaving, next: () => events.read() };
  };

  it('[RESULTS-24] passes event by event, as each one comes', async () => {
    const source = new PassThrough();
    const { response, next } = await watch(source);
    expect(response.headers.get('content-encoding')).toBeNull();
    for (const event of ['event: progress\n\n', 'event: progress 2\n\n', 'event: end\n\n']) {
      expect(await next()).toEqual({ done: false, value: event });
      if (event.includes('end')) source.end();
      else source.write(event.includes('2') ? 'event: end\n\n' : 'event: progress 2\n\n');
    }
    expect((await next()).done).toBe(true);
  });

  it('[RESULTS-24] never takes a connection that a search needs, however many are open', async () => {
    for (const flights of harness.flights)
      flights.respond = ({ url }) =>
        url.startsWith('/api/flights/search/')
          ? { status: 200, body: Readable.from(endless()) }
          : { status: 200, body: { offers: [] } };
    const url = await harness.app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 300 }, () =>
        fetch(`${url}/api/flights/search/progress`, { signal: leaving.signal }),
      ),
    );
    // Each of the two replicas has 64 connections for streams.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(128);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
    const search = await fetch(`${url}/api/flights/search?origin=LHR`, {
      signal: AbortSignal.timeout(5_000),
    });
    expect(search.status).toBe(200);
    leaving.abort();
  });

  it('[RESULTS-24] ends when the edge stops, and does not hold that up', async () => {
    const { next } = await watch(new PassThrough());
    await next();
    const cutOff = next().then(
      ({ done }) => done,
      () => true,
    );
    await harness.app.close();
    expect(await cutOff).toBe(true);
  });

  it('[RESULTS-24] ends at the service when the visitor leaves', async () => {
    const source = new PassThrough();
    const closed = once(source, 'close');
    const { next, leaving } = await watch(source);
    await next();
    leaving.abort();
    await closed;
    expect(source.destroyed).toBe(true);
  });
});

describe('services that fail', () => {
  it('answers 503 with a sentence for a service that is down, and never its inner workings', async () => {
    await harness.payments.stop();
    const response = await harness.app.inject({ method: 'POST', url: '/api/bookings', body: {} });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    const body = errorBodySchema.parse(response.json());
    expect(body).toMatchObject({ error: 'SERVICE_UNAVAILABLE', message: messageFor('SERVICE_UNAVAILABLE') });
    expect(response.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|at .*\.(ts|js)/);
  });

  it('passes a service’s own failure on as it is, once', async () => {
    const { app, payments } = harness;
    payments.respond = () => ({
      status: 503,
      body: { error: 'PAYMENT_UNAVAILABLE', message: 'No payments.' },
    });
    const response = await app.inject('/api/bookings');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ error: 'PAYMENT_UNAVAILABLE' });
    expect(payments.requests).toHaveLength(1);
  });

  /** A service that sends the beginning of an answer and dies. */
  const dyingService = async (port: number) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    return server;
  };

  it('asks another replica for a read whose answer breaks off, and never shows the piece', async () => {
    const [dying] = harness.flights;
    await dying!.stop();
    const server = await dyingService(Number(new URL(dying!.url).port));
    for (let count = 0; count < 2; count += 1) {
      const { statusCode, body } = await harness.app.inject('/api/flights/offer/off_1');
      expect([statusCode, JSON.parse(body)]).toEqual([200, { name: 'flights-2' }]);
    }
    server.close();
  });

  it('does not repeat a write whose answer breaks off', async () => {
    await harness.payments.stop();
    const server = await dyingService(Number(new URL(harness.payments.url).port));
    let asked = 0;
    server.on('request', () => (asked += 1));
    const { statusCode, body } = await harness.app.inject({ method: 'POST', url: '/api/bookings', body: {} });
    expect([statusCode, asked]).toEqual([503, 1]);
    expect(body).not.toContain('half');
    server.close();
  });

  it('turns over the replicas of flights', async () => {
    for (let count = 0; count < 4; count += 1) await harness.app.inject('/api/flights/offer/off_1');
    expect(harness.flights.map(({ requests }) => requests.length)).toEqual([2, 2]);
  });

  it('asks another replica when one is dead, for reads and for searches alike, and lets the dead one rest', async () => {
    const [dead, alive] = harness.flights;
    await dead!.stop();
    for (let count = 0; count < 4; count += 1) {
      const read = await harness.app.inject('/api/flights/offer/off_1');
      const search = await harness.app.inject({
        method: 'POST',
        url: '/api/flights/search',
        body: { origin: 'JFK' },
      });
      expect([read.statusCode, search.statusCode]).toEqual([200, 200]);
    }
    const searches = alive!.requests.filter(({ method }) => method === 'POST');
    expect(searches.map(({ body }) => body)).toEqual(Array(4).fill('{"origin":"JFK"}'));
  });

  it('uses a replica again once it is back', async () => {
    const [first, second] = harness.flights;
    await second!.stop();
    await first!.stop();
    expect((await harness.app.inject('/api/flights/offer/off_1')).statusCode).toBe(503);
    const back = await startUpstream('flights-2', Number(new URL(second!.url).port));
    try {
      expect((await harness.app.inject('/api/flights/offer/off_1')).statusCode).toBe(200);
    } finally {
      await back.stop();
    }
  });
});
