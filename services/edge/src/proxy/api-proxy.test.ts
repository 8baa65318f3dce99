import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { messageFor } from '@fareline/contracts/errors';
import { errorBodySchema } from '@fareline/contracts/schemas';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createTestBrand,
  readLogLines,
  startHarness,
  startUpstream,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const requestedUrls = ({ requests }: { requests: { url: string }[] }) => requests.map(({ url }) => url);

it('logs a request that a service does not answer as one warning with the cause, and the request; the service once', async () => {
  const refused = 'http://127.0.0.1:1';
  const paths = ['/api/bookings/x', '/api/bookings/y'];
  const lines = await readLogLines(harness, paths, { PAYMENTS_URL: refused });
  const warning = {
    ...{ level: 40, code: 'SERVICE_UNAVAILABLE' },
    err: { message: expect.stringContaining(refused) as string },
  };
  const completed = { level: 30, msg: 'request completed' };
  expect(lines.filter(({ reqId }) => reqId !== undefined)).toMatchObject([
    { level: 50, missing: 'payments', err: expect.stringContaining('ECONNREFUSED') as string },
    ...[warning, completed, warning, completed],
  ]);
});

it('logs once that accounts is lost when only brands were asked for', async () => {
  await harness.accounts.stop();
  const lines = await readLogLines(harness, ['/', '/']);
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ missing: 'accounts' }]);
});

describe('forwarding to the services', () => {
  it('[EDGE-01] forwards each path of /api to its service, with query and body unchanged', async () => {
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

  it('[EDGE-01] forwards the session cookie to every service', async () => {
    const { app, accounts, payments, flights } = harness;
    const headers = { cookie: 'session=abc' };
    for (const url of ['/api/auth/user', '/api/bookings', '/api/flights/offer/off_1'])
      await app.inject({ url, headers });
    for (const { requests } of [accounts, payments, flights]) {
      expect(requests.at(-1)?.headers.cookie).toBe('session=abc');
    }
  });

  it('never forwards /internal, in any spelling', async () => {
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
      [accounts, payments, flights].flatMap(requestedUrls).filter((url) => url.startsWith('/internal')),
    ).toEqual([]);
  });

  it('[EDGE-01] returns 404 with the error body for an unknown path, whatever the body is', async () => {
    for (const url of ['/api/nothing/here', '/internal/x']) {
      const headers = { 'content-type': 'application/xml' };
      const response = await harness.app.inject({ method: 'POST', url, headers, payload: '<a/>' });
      expect(response.statusCode, url).toBe(404);
      expect(errorBodySchema.parse(response.json()).error, url).toBe('NOT_FOUND');
    }
  });

  it('[EDGE-03] sets brand and IP address of the request itself, and drops such headers of the client', async () => {
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
  });

  it('tells a service how long it waits for a read or search, whatever the client sends, and for a write nothing', async () => {
    const { app, flights, payments } = harness;
    const forged = { 'x-request-timeout-ms': '1' };
    const getTimeout = ({ requests }: typeof flights) =>
      Number(requests.at(-1)?.headers['x-request-timeout-ms'] ?? NaN);
    // The clock stands still, so that nothing of the time has passed. Timers run.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await app.inject({ url: '/api/flights/offer/off_1', headers: forged });
      expect(getTimeout(flights)).toBe(150_000);
      await app.inject({ method: 'POST', url: '/api/flights/search', headers: forged, body: {} });
      expect(getTimeout(flights)).toBe(65_000);
      await app.inject({ method: 'POST', url: '/api/bookings', headers: forged, body: {} });
      expect(payments.requests.map(({ url }) => url)).toEqual(['/api/bookings']);
      expect(getTimeout(payments)).toBeNaN();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['none', '127.0.0.1'])(
    'gives every request an id and a trace of its own, whatever the client sends, with TRUSTED_PROXIES=%s',
    async (proxies) => {
      const forged = 'request-of-somebody-else';
      const forgedTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
      const edge = await startHarness({ TRUSTED_PROXIES: proxies });
      onTestFinished(edge.stop);
      const { headers: received } = await edge.app.inject({
        url: '/api/auth/user',
        headers: { 'x-request-id': forged, traceparent: `00-${forgedTrace}-00f067aa0ba902b7-01` },
      });
      const { headers } = edge.accounts.requests.at(-1)!;
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(received['x-request-id']).toBe(headers['x-request-id']);
      expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(headers['traceparent']).not.toContain(forgedTrace);
    },
  );

  it.each([
    ['sent by a trusted proxy', '10.0.0.7', '203.0.113.9', 'sky.example', 'https'],
    ['not sent by any other peer', '198.51.100.4', '198.51.100.4', 'localhost', 'http'],
  ])(
    '[HOST-06] uses IP address, host and protocol of forwarding headers %s',
    async (_case, remoteAddress, ipAddress, host, protocol) => {
      const behindProxy = await startHarness({ TRUSTED_PROXIES: '10.0.0.0/8' });
      onTestFinished(behindProxy.stop);
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
        'x-forwarded-for': ipAddress,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol,
      });
      expect(JSON.stringify(headers)).not.toContain('192.0.2.66');
    },
  );

  it('drops hop-by-hop headers in both directions', async () => {
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
    const response = await app.inject('/api/auth/user');
    expect(response.headers).not.toHaveProperty('keep-alive');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['no content', 204, ''],
    ['not modified', 304, ''],
    ['a small body', 200, 'x'],
    ['a body that is not buffered', 200, 'x'.repeat(3_000_000)],
  ])('forwards a response with %s', async (_case, status, body) => {
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
    '[SECURITY-04, ACCESS-01] rejects a write to %s from another site',
    async (url) => {
      const { app, accounts } = harness;
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const response = await app.inject({ method: 'POST', url, headers, body: '{}' });
      expect(response.statusCode).toBe(403);
      expect(accounts.requests).toEqual([]);
    },
  );

  it('[ACCESS-02] forwards no ambiguous path, no absolute URL and none that cannot be decoded', async () => {
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
      'http://evil.example/api/auth/user',
      '/api/auth/%E0%A4%A',
      '/api/auth/..\\internal',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.end(`POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(response.toString(), path).toMatch(/^HTTP\/1\.1 4(00|04) /);
    }
    expect([accounts, payments, flights].flatMap(requestedUrls)).toEqual([]);
  });

  it('[HOST-01] forwards a write from a brand’s own domain, and rejects one from any other host', async () => {
    const { app, accounts, payments } = harness;
    accounts.brandKeys = ['sky.example'];
    const postBooking = (host: string, origin = `http://${host}`) =>
      app.inject({ method: 'POST', url: '/api/bookings', headers: { host, origin } });
    expect((await postBooking('sky.example')).statusCode).toBe(200);
    expect(payments.requests.at(-1)!.headers).toMatchObject({
      origin: 'http://sky.example',
      'x-forwarded-host': 'sky.example',
    });
    for (const response of [
      await postBooking('evil.example'),
      await postBooking('sky.example', 'http://evil.example'),
      await postBooking('sky.example', 'https://sky.example'),
    ])
      expect([response.statusCode, response.json().error]).toEqual([403, 'ORIGIN_REFUSED']);
    expect(payments.requests).toHaveLength(1);
  });
});

describe('concurrent requests for the same search', () => {
  const query = { origin: 'JFK', destination: 'LHR' };
  const search = (headers: Record<string, string> = {}, body: object = query) =>
    harness.app.inject({ method: 'POST', url: '/api/flights/search', headers, body });
  const receivedPosts = () => harness.flights.requests.filter(({ method }) => method === 'POST');

  /** Delays the responses of flights until the returned promise is resolved. */
  const delayResponses = (status: number, body: () => unknown) => {
    const gate = Promise.withResolvers<void>();
    harness.flights.respond = async () => {
      await gate.promise;
      return { status, body: body() };
    };
    return gate;
  };

  it('[CACHE-04] are forwarded once, and all get its response', async () => {
    const gate = delayResponses(200, () => ({ offers: [] }));
    const responses = Array.from({ length: 5 }, () => search());
    await vi.waitFor(() => expect(receivedPosts()).not.toEqual([]));
    gate.resolve();
    for (const response of await Promise.all(responses))
      expect([response.statusCode, response.json()]).toEqual([200, { offers: [] }]);
    const ids = (await Promise.all(responses)).map(({ headers }) => headers['x-request-id']);
    expect([receivedPosts().length, new Set(ids).size]).toEqual([1, 5]);
    await search();
    expect(receivedPosts()).toHaveLength(2);
  });

  it.each([429, 503])(
    '[LIMIT-02] are each forwarded if the first one gets %s, which may be a limit of its client only',
    async (status) => {
      const gate = Promise.withResolvers<void>();
      let calls = 0;
      harness.flights.respond = async () => {
        calls += 1;
        if (calls > 1) return { status: 200, body: { offers: [] } };
        await gate.promise;
        return { status, body: { error: 'TOO_MANY_REQUESTS', message: 'Wait.' } };
      };
      const responses = Array.from({ length: 3 }, () => search());
      await vi.waitFor(() => expect(calls).toBe(1));
      gate.resolve();
      const statuses = (await Promise.all(responses)).map(({ statusCode }) => statusCode);
      expect([statuses, calls]).toEqual([[status, 200, 200], 3]);
    },
  );

  it('[LIMIT-02] are forwarded without headers that the response must not depend on, because others wait for it', async () => {
    const unused = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-unused-${index}`, 'x']));
    await search({ ...unused, cookie: 'session=x', 'user-agent': 'x', 'accept-encoding': 'br' });
    const { headers } = receivedPosts().at(-1)!;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'accept-encoding': 'br' });
    const sent = ['content-type', 'accept-encoding', 'content-length', 'host', 'connection'];
    const ofTheEdge = /^(x-(brand|forwarded-(for|host|proto)|request-(id|timeout-ms))|traceparent)$/;
    expect(Object.keys(headers).filter((name) => !sent.includes(name) && !ofTheEdge.test(name))).toEqual([]);
  });

  it('are forwarded separately if query, encoding or brand differ', async () => {
    harness.accounts.respond = ({ url }) => ({
      status: 200,
      body: url.endsWith('sky.example') ? createTestBrand('sky') : {},
    });
    const gate = delayResponses(200, () => ({ offers: [] }));
    const responses = [
      search(),
      search({}, { ...query, destination: 'CDG' }),
      search({ 'accept-encoding': 'br' }),
      search({ host: 'sky.example' }),
    ];
    await vi.waitFor(() => expect(receivedPosts()).toHaveLength(responses.length));
    gate.resolve();
    await Promise.all(responses);
    expect(receivedPosts().map(({ headers }) => headers['x-brand'])).toContain('sky');
  });

  it.each([
    ['share the first page that is sent without compression', 120_000, 1],
    ['are each forwarded if the response is too large to be buffered', 300_000, 2],
  ])('[LIMIT-02] %s', async (_case, size, forwarded) => {
    const gate = delayResponses(200, () => 'x'.repeat(size));
    const origin = await harness.app.listen({ host: '127.0.0.1', port: 0 });
    const responses = [1, 2].map(async () => {
      const body = JSON.stringify(query);
      return (await fetch(`${origin}/api/flights/search`, { method: 'POST', body })).text();
    });
    await vi.waitFor(() => expect(receivedPosts()).not.toEqual([]));
    gate.resolve();
    for (const text of await Promise.all(responses)) expect(text).toHaveLength(size);
    expect(receivedPosts()).toHaveLength(forwarded);
  });

  it('are the only requests that are coalesced', async () => {
    const gate = delayResponses(200, () => ({}));
    const responses = [1, 2].map(() =>
      harness.app.inject({ method: 'POST', url: '/api/flights/offers', body: query }),
    );
    await vi.waitFor(() => expect(receivedPosts()).toHaveLength(2));
    gate.resolve();
    await Promise.all(responses);
  });
});

describe('large responses that are not read', () => {
  const list = Buffer.alloc(16 * 1024 * 1024, 'x');
  const closed = vi.fn();
  const unread: Socket[] = [];
  afterEach(() => unread.splice(0).forEach((socket) => socket.destroy()));
  let origin: URL;
  beforeEach(async () => {
    closed.mockClear();
    harness.flights.respond = ({ raw: { socket }, url }) => {
      if (!url.startsWith('/api/flights/search')) return { status: 200, body: {} };
      socket.once('close', closed);
      return { status: 200, body: list };
    };
    origin = new URL(await harness.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  const openUnread = async (sent: string, localAddress = '127.0.0.1') => {
    const socket = connect({ port: Number(origin.port), host: '127.0.0.1', localAddress });
    unread.push(socket);
    socket.on('error', () => undefined).write(sent);
    await once(socket, 'readable');
    return socket;
  };
  const readStatus = (socket: Socket) => String(socket.read(12)).slice(-3);

  it('[LIMIT-02] have a limit for each client, and leave it other responses and other clients theirs', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () => openUnread(request('/api/flights/search?limit=5000'))),
    );
    const statuses = sockets.map(readStatus).toSorted();
    expect(statuses).toEqual([...Array<string>(16).fill('200'), ...Array<string>(4).fill('429')]);
    const metrics = await (await fetch(new URL('/metrics', origin))).text();
    expect(metrics).toContain('limit_refusals_total{limit="large_responses_client"} 4');
    expect(metrics).toContain('limit_refusals_total{limit="large_responses"} 0');
    expect(readStatus(await openUnread(request('/api/flights/offer/off_1')))).toBe('200');
    expect(readStatus(await openUnread(request('/api/flights/search'), '127.0.1.1'))).toBe('200');
    for (const socket of unread.splice(0)) socket.destroy();
    await vi.waitFor(async () =>
      expect(readStatus(await openUnread(request('/api/flights/search')))).toBe('200'),
    );
  });

  it('[LIMIT-02] are ended at the service when their connection is closed, also the second one of it', async () => {
    const socket = await openUnread(request('/api/flights/search').repeat(2));
    await vi.waitFor(() => expect(harness.flights.requests).toHaveLength(2));
    socket.destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
  });
});

/** A stream of events that never ends by itself. */
async function* createEndlessEvents() {
  yield 'event: progress\n\n';
  await new Promise(() => undefined);
}

describe('a progress stream', () => {
  const openStream = async (source: PassThrough) => {
    harness.flights.respond = () => ({ status: 200, body: source });
    const url = await harness.app.listen({ host: '127.0.0.1', port: 0 });
    source.write('event: progress\n\n');
    const abort = new AbortController();
    const response = await fetch(`${url}/api/flights/search/progress`, { signal: abort.signal });
    const events = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    return { response, abort, next: () => events.read() };
  };

  it('[RESULTS-24] forwards each event immediately', async () => {
    const source = new PassThrough();
    const { response, next } = await openStream(source);
    expect(response.headers.get('content-encoding')).toBeNull();
    for (const event of ['event: progress\n\n', 'event: progress 2\n\n', 'event: end\n\n']) {
      expect(await next()).toEqual({ done: false, value: event });
      if (event.includes('end')) source.end();
      else source.write(event.includes('2') ? 'event: end\n\n' : 'event: progress 2\n\n');
    }
    expect((await next()).done).toBe(true);
  });

  it('[RESULTS-24] [LIMIT-02] has a limit for each client, another for all, and never occupies a connection of searches', async () => {
    const { flights } = harness;
    flights.respond = ({ url }) =>
      url.startsWith('/api/flights/search/')
        ? { status: 200, body: Readable.from(createEndlessEvents()) }
        : { status: 200, body: { offers: [] } };
    const edge = await startHarness({ TRUSTED_PROXIES: '127.0.0.1', FLIGHTS_URL: flights.url });
    const url = await edge.app.listen({ host: '127.0.0.1', port: 0 });
    const abort = new AbortController();
    const openStreams = (count: number, client: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          fetch(`${url}/api/flights/search/progress?search=${client}-${index}`, {
            signal: abort.signal,
            headers: { 'x-forwarded-for': `203.0.${client}.9` },
          }),
        ),
      );
    const countBy = (responses: Response[], wanted: number) =>
      responses.filter(({ status }) => status === wanted).length;
    try {
      const first = await openStreams(30, 1);
      expect([countBy(first, 200), countBy(first, 429)]).toEqual([24, 6]);
      expect(first.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');
      // A replica has 128 connections for streams.
      const others = (await Promise.all([2, 3, 4, 5, 6].map((client) => openStreams(24, client)))).flat();
      expect([countBy(others, 200), countBy(others, 503)]).toEqual([104, 16]);
      expect(others.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toContain('limit_refusals_total{limit="streams_client"} 6');
      expect(metrics).toContain('limit_refusals_total{limit="service_queue"} 16');
      const search = await fetch(`${url}/api/flights/search?origin=LHR`, {
        signal: AbortSignal.timeout(5_000),
      });
      expect(search.status).toBe(200);
    } finally {
      abort.abort();
      await edge.stop();
    }
  });

  it('[RESULTS-24] is closed when the edge stops, without delaying the shutdown', async () => {
    const { next } = await openStream(new PassThrough());
    await next();
    const hasEnded = next().then(
      ({ done }) => done,
      () => true,
    );
    await harness.app.close();
    expect(await hasEnded).toBe(true);
  });

  it('[RESULTS-24] is closed at the service when the client disconnects', async () => {
    const source = new PassThrough();
    const closed = once(source, 'close');
    const { next, abort } = await openStream(source);
    await next();
    abort.abort();
    await closed;
    expect(source.destroyed).toBe(true);
  });
});

describe('failing services', () => {
  it('returns 503 with a user message and without internal details when a service is down', async () => {
    await harness.payments.stop();
    const response = await harness.app.inject({ method: 'POST', url: '/api/bookings', body: {} });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    const body = errorBodySchema.parse(response.json());
    expect(body).toMatchObject({ error: 'SERVICE_UNAVAILABLE', message: messageFor('SERVICE_UNAVAILABLE') });
    expect(response.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|at .*\.(ts|js)/);
  });

  it('forwards an error response of a service unchanged, without a retry', async () => {
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

  /** Flights behind one name, whose replica of the first connection closes it after a part of its response. */
  const startTruncatingService = async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.method!);
      if (requests.length > 1) return void response.end('whole');
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const edge = await startHarness({ FLIGHTS_URL: `http://127.0.0.1:${port}` });
    const stop = async () => {
      await edge.stop();
      server.close();
    };
    return { inject: edge.app.inject.bind(edge.app), requests, stop };
  };

  it('sends a read again when its response is truncated, and never the truncated one to the client', async () => {
    const { inject, requests, stop } = await startTruncatingService();
    const { statusCode, body } = await inject('/api/flights/offer/off_1');
    expect([statusCode, body, requests]).toEqual([200, 'whole', ['GET', 'GET']]);
    await stop();
  });

  it('[MONEY-27] does not send a write again when its response is truncated', async () => {
    const { inject, requests, stop } = await startTruncatingService();
    const url = '/api/flights/offer/off_1/refresh';
    const { statusCode, body } = await inject({ method: 'POST', url, body: {} });
    expect([statusCode, requests]).toEqual([503, ['POST']]);
    expect(body).not.toContain('half');
    await stop();
  });

  it('sends any request again while a service accepts no connection, until it does', async () => {
    const { app, flights } = harness;
    await flights.stop();
    const write = app.inject({ method: 'POST', url: '/api/flights/offer/off_1/refresh', body: {} });
    const restarted = await startUpstream('restarted', Number(new URL(flights.url).port));
    expect((await write).json()).toEqual({ name: 'restarted' });
    expect(restarted.requests).toHaveLength(1);
    await restarted.stop();
    expect((await app.inject('/api/flights/offer/off_1')).statusCode).toBe(503);
  });
});

describe('a replica that has stopped', () => {
  const search = (destination: string) =>
    harness.app.inject({ method: 'POST', url: '/api/flights/search', body: { destination } });

  /** Leads every second connection to a replica that answers nothing. Returns the requests of each replica. */
  const stopReplica = () => {
    const replicas = new Map<Socket, number>();
    const counts = [0, 0];
    harness.flights.respond = ({ raw: { socket } }) => {
      const replica = replicas.get(socket) ?? replicas.size % 2;
      replicas.set(socket, replica);
      counts[replica]! += 1;
      return replica === 0 ? new Promise(() => undefined) : { status: 200, body: {} };
    };
    return counts;
  };

  it('[LIMIT-06] delays a search by a second, also those that joined it, and its connection is not used again', async () => {
    const counts = stopReplica();
    const responses = await Promise.all(['CDG', 'CDG'].map(search));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(counts).toEqual([1, 1]);
    const timeouts = harness.flights.requests.map(({ headers }) => Number(headers['x-request-timeout-ms']));
    // A timer of Node may fire a millisecond early, because it counts from the time at which the loop last looked.
    expect(timeouts[1]).toBeLessThanOrEqual(timeouts[0]! - 999);
    await vi.waitFor(() => expect(harness.flights.aborted).toBe(1), { timeout: 2_000 });
  });

  it('[LIMIT-06] is not taken for one whose cold search takes long: the call that is answered first counts', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    harness.flights.respond = async () => {
      await gates[calls++]!.promise;
      return { status: 200, body: {} };
    };
    const cold = search('CDG');
    await vi.waitFor(() => expect(calls).toBe(2), { timeout: 2_000 });
    gates[0]!.resolve();
    expect((await cold).statusCode).toBe(200);
    gates[1]!.resolve();
  });
});

describe('overload', () => {
  const never = new Promise<never>(() => undefined);
  const inject = (method: 'GET' | 'POST', url: string, remoteAddress = '203.0.113.1') =>
    harness.app.inject({ method, url, remoteAddress, ...(method === 'POST' ? { body: { url } } : {}) });
  /** Sends so many requests of different clients that are never answered. */
  const occupy = async (count: number, url: (index: number) => string) => {
    for (let index = 0; index < count; index += 1)
      void inject('GET', url(index), `10.0.${index}.1`).catch(() => undefined);
  };

  it('[LIMIT-02] by searches that stall is refused with 503, and leaves pages, accounts, offers and bookings as they are', async () => {
    harness.flights.respond = ({ url }) =>
      url.startsWith('/api/flights/search') ? never : { status: 200, body: {} };
    await occupy(64, (index) => `/api/flights/search?origin=${index}`);
    const refused = await inject('GET', '/api/flights/search?origin=LHR');
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      503,
      'SEARCH_BUSY',
      '2',
    ]);
    for (const [method, url] of [
      ['GET', '/faq'],
      ['GET', '/api/auth/user'],
      ['GET', '/api/flights/offer/off_1'],
      ['POST', '/api/payments/process-card'],
      ['POST', '/api/bookings'],
      ['POST', '/api/webhooks/stripe'],
    ] as const)
      expect((await inject(method, url)).statusCode, url).toBe(200);
  });

  it('[LIMIT-02] of pages is refused with a page, and leaves the files of pages that are shown', async () => {
    harness.accounts.respond = () => never;
    await occupy(100, (index) => `/faq?${index}`);
    const headers = { accept: 'text/html' };
    const refused = await harness.app.inject({ url: '/faq', headers });
    expect([refused.statusCode, refused.headers['refresh']]).toEqual([503, '2']);
    expect(refused.body).toContain('<h1>This site is very busy</h1>');
    expect((await inject('GET', '/releases/shell/1-a/main.1.js')).statusCode).toBe(200);
  });

  it('[LIMIT-02] by one client refuses only its own requests', async () => {
    harness.flights.respond = () => never;
    const client = '198.51.100.1';
    for (let index = 0; index < 32; index += 1)
      void inject('GET', `/api/flights/search?origin=${index}`, client).catch(() => undefined);
    const refused = await inject('GET', '/api/flights/search?origin=LHR', client);
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '2',
    ]);
    harness.flights.respond = () => ({ status: 200, body: {} });
    expect((await inject('GET', '/api/flights/search?origin=LHR')).statusCode).toBe(200);
    expect((await inject('GET', '/faq', client)).statusCode).toBe(200);
  });

  it('[LIMIT-02] refuses everything else before a step of a booking', async () => {
    harness.accounts.respond = ({ url }) =>
      url === '/api/brands/default' ? { status: 200, body: createTestBrand('default') } : never;
    harness.payments.respond = () => never;
    await occupy(200, (index) => `/api/auth/user?${index}`);
    const refused = await inject('GET', '/api/auth/user');
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await occupy(200, (index) => `/api/bookings?${index}`);
    harness.payments.respond = () => ({ status: 200, body: {} });
    expect((await inject('POST', '/api/bookings')).statusCode).toBe(200);
  });
});
